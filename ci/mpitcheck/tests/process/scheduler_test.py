# SPDX-License-Identifier: BSD-3-Clause
"""Running jobs: what they get and print, how they end, Ctrl-C, and the death of either side."""
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from mpitcheck.process.scheduler import Command, Job, Limits, Scheduler
from mpitcheck.process.text import decode

_FOREVER = 3600  # seconds

# Another runner. It writes a file when its job, which ignores SIGTERM, has started.
_RUNNER = """
from mpitcheck.process.scheduler import Command, Job, Limits, Scheduler
with Scheduler(1) as scheduler:
    script = "trap '' TERM; setsid sleep 3600 & echo $$ $! >mark.part; mv mark.part mark;"
    script += " while :; do wait; done"
    command = Command(["/bin/sh", "-c", script], {"PATH": "/usr/bin:/bin"}, ".")
    scheduler.start(Job(command, Limits(3600, 3600)), print)
    scheduler.finish()
"""


def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(condition):
    """If it never comes true, the time limit of this test tells."""
    while not condition():
        time.sleep(0.01)


class Jobs:
    """Jobs of a scheduler of their own, in a folder of their own."""

    def __init__(self, folder, scheduler):
        self.folder, self.scheduler, self.outcomes = folder, scheduler, []

    def job(self, script, *arguments, environment=None, **settings):
        command = Command(
            ["/bin/sh", "-c", script, "sh", *arguments],
            {"PATH": "/usr/bin:/bin", **(environment or {})},
            str(self.folder),
        )
        return Job(command, **settings)

    def start(self, script, *arguments, **settings):
        return self.scheduler.start(self.job(script, *arguments, **settings), self.outcomes.append)

    def outcome(self, script, *arguments, **settings):
        """The outcome of a job that runs to its end."""
        assert self.start(script, *arguments, **settings)
        self.scheduler.finish()
        return self.outcomes[-1]

    def exists(self, name):
        return (self.folder / name).exists()

    def read(self, name):
        return (self.folder / name).read_text()


@pytest.fixture
def jobs(tmp_path):
    with Scheduler(4) as scheduler:
        yield Jobs(tmp_path, scheduler)


def test_commands_get_exact_arguments_environment_and_folder(jobs):
    odd = decode(b"\xff \xc3\xa4\n'")
    ended = jobs.outcome(
        'printf "%s|" "$@" "$A" "$#"; pwd -P; env -0 | tr -dc "\\0" | wc -c',
        "",
        odd,
        environment={"A": odd},
    )
    assert ended.output == f"|{odd}|{odd}|2|{os.path.realpath(jobs.folder)}\n3\n"  # PATH, A, PWD
    assert ended.output_lost == 0


def test_commands_separate_stderr_on_request(jobs):
    script = "echo out; echo err >&2"
    assert jobs.outcome(script).output == "out\nerr\n"
    apart = jobs.outcome(script, errors_apart=True)
    assert (apart.output, apart.errors) == ("out\n", "err\n")


@pytest.mark.parametrize(
    "script, code", [("exit 3", 3), ("kill -SEGV $$", -signal.SIGSEGV)], ids=repr
)
def test_commands_end_by_code_or_signal(jobs, script, code):
    assert os.waitstatus_to_exitcode(jobs.outcome(script).ending.wait_status) == code


def test_a_command_that_does_not_start_has_an_error(jobs):
    jobs.scheduler.start(
        Job(Command(["/no/such/program"], {}, str(jobs.folder))), jobs.outcomes.append
    )
    jobs.scheduler.finish()
    assert jobs.outcomes[-1].ending.start_error == 2


def test_commands_are_ended_at_their_limit(jobs):
    late = jobs.outcome(
        "exec sleep 100",
        limits=Limits(0.1, progress_pages=["none", "either"]),
    )
    assert late.ending.timed_out
    assert os.waitstatus_to_exitcode(late.ending.wait_status) == -signal.SIGTERM
    assert late.ending.movement == ["unknown", "unknown"]
    assert late.ending.watched == pytest.approx(0.025, abs=5e-8)
    assert late.stacks or late.stacks_problem


def test_commands_leave_nothing_behind(jobs):
    ending = jobs.outcome(
        "setsid sleep 100 & echo $! >pid; until grep -q sleep /proc/$!/comm; do :; done",
    ).ending
    assert (ending.left_behind, ending.left_names) == (1, "sleep")
    assert not is_there(jobs.read("pid").strip())


def test_commands_leave_nothing_behind_without_their_supervisor(jobs):
    assert jobs.outcome("setsid sleep 100 & echo $! >pid; kill -KILL $PPID").ending is None
    assert not is_there(jobs.read("pid").strip())


def test_captures_keep_everything_up_to_the_bound(jobs):
    ended = jobs.outcome(
        'for part in ab "" cdef gh; do printf "$part"; done',
        output_bound=8,
    )
    assert (ended.output, ended.output_lost) == ("abcdefgh", 0)


@pytest.mark.parametrize("step", [1, 3, 100])
def test_captures_keep_head_and_tail_and_count_the_rest(jobs, step):
    (jobs.folder / "all").write_text("abcd" + 1000 * "." + "wxyz")
    ended = jobs.outcome(f"dd bs={step} if=all 2>/dev/null", output_bound=8)
    assert (ended.output, ended.output_lost) == (
        "abcd\n[... 1000 bytes left out ...]\nwxyz",
        1000,
    )


def test_captures_keep_megabytes_of_several_at_once(jobs):
    for _ in range(3):
        jobs.start(
            "head -c 9000000 /dev/zero; echo end",
            output_bound=16 << 20,
        )
    jobs.scheduler.finish()
    assert [(len(each.output), each.output[-4:]) for each in jobs.outcomes] == 3 * [
        (9000004, "end\n")
    ]


@pytest.mark.parametrize("slots, most", [(1, 4), (3, 1), (9, 1)])
def test_scheduling_uses_all_slots(jobs, slots, most):
    script = 'mkdir "$1" && (set -- job*; echo $#) && sleep 0.1 && rmdir "$1"'
    for number in range(6):
        jobs.start(script, f"job{number}", slots=slots)
    assert jobs.scheduler.busy
    jobs.scheduler.finish()
    assert not jobs.scheduler.busy
    assert len(jobs.outcomes) == 6
    assert max(int(each.output) for each in jobs.outcomes) <= most


def test_the_end_of_a_job_may_start_another(jobs):
    jobs.scheduler.start(jobs.job("exit 0"), lambda _: jobs.start("echo more"))
    jobs.scheduler.finish()
    assert [each.output for each in jobs.outcomes] == ["more\n"]


def test_the_scheduler_ticks_while_it_waits(jobs):
    ticks, begun = [], time.monotonic()
    jobs.scheduler.on_tick(lambda: ticks.append(1))
    jobs.outcome("sleep 1.3")
    assert 1 <= len(ticks) <= time.monotonic() - begun, len(ticks)
    jobs.scheduler.on_tick(None)


def interrupt(jobs, number=signal.SIGINT):
    os.kill(os.getpid(), number)
    jobs.scheduler.wait()


def test_an_interrupt_ends_jobs_and_starts_no_more(jobs):
    limits = Limits(_FOREVER, _FOREVER)
    for launched in (False, True):
        jobs.start(
            "trap 'echo asked; exit 0' TERM; touch $$; while :; do sleep 0.01; done",
            limits=limits,
            errors_apart=True,
            launched=launched,
        )
    jobs.start("touch $$; exec sleep 100", limits=limits)
    wait_until(lambda: len(os.listdir(jobs.folder)) == 3)
    assert not jobs.scheduler.interrupted
    interrupt(jobs, signal.SIGHUP)
    assert jobs.scheduler.interrupted
    assert not jobs.start("exit 0")
    jobs.scheduler.finish()
    # A verdict; the exit code of a launcher is none.
    assert [each.output for each in jobs.outcomes] == ["asked\n"]


def test_a_signal_to_the_whole_job_is_not_an_outcome(jobs):
    jobs.start("kill -TERM $$; sleep 1")
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGTERM)).start()  # it comes here last
    jobs.scheduler.finish()
    assert jobs.scheduler.interrupted
    assert jobs.outcomes == []


def test_a_signal_without_an_interrupt_is_an_outcome(jobs):
    jobs.start("kill -TERM $$; sleep 1")
    jobs.scheduler.finish()
    assert [os.WTERMSIG(each.ending.wait_status) for each in jobs.outcomes] == [signal.SIGTERM]


def test_a_second_interrupt_ends_at_once(jobs):
    jobs.start(
        "trap '' TERM; touch ready; while :; do sleep 0.01; done",
        limits=Limits(_FOREVER, _FOREVER),
    )
    wait_until(lambda: jobs.exists("ready"))
    interrupt(jobs)
    interrupt(jobs, signal.SIGTERM)
    jobs.scheduler.finish()
    assert jobs.outcomes == []


def test_an_interrupt_before_a_start_is_not_lost(jobs):
    os.kill(os.getpid(), signal.SIGINT)
    assert not jobs.start("exit 0")


def test_jobs_running_at_the_end_are_ended(tmp_path):
    with Scheduler(1) as scheduler:
        jobs = Jobs(tmp_path, scheduler)
        jobs.start("trap '' TERM; echo $$ >part; mv part pid; while :; do sleep 0.01; done")
        wait_until(lambda: jobs.exists("pid"))
    assert not is_there(jobs.read("pid").strip())
    assert jobs.outcomes == []


def test_without_the_executor_there_is_an_error(tmp_path):
    with Scheduler(1) as scheduler:
        jobs = Jobs(tmp_path, scheduler)
        jobs.start("echo $$ >part; mv part pid; exec sleep 100")
        wait_until(lambda: jobs.exists("pid"))
        os.kill(scheduler._pid, signal.SIGKILL)
        with pytest.raises(RuntimeError, match="mpitcheck-executor was ended by SIGKILL"):
            scheduler.finish()
        with pytest.raises(RuntimeError):
            jobs.start("exit 0")
    assert not is_there(jobs.read("pid").strip())


def test_without_the_runner_nothing_is_left(tmp_path):
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    runner = subprocess.Popen([sys.executable, "-c", _RUNNER], cwd=tmp_path, env=path)
    mark = tmp_path / "mark"
    wait_until(mark.exists)
    runner.kill()
    runner.wait()
    for pid in mark.read_text().split():
        wait_until(lambda pid=pid: not is_there(pid))
