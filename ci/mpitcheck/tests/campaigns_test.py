# SPDX-License-Identifier: BSD-3-Clause
"""ci/campaigns/campaign: its list of campaigns, its exit codes, and the steps that they share."""
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from campaigns import main
from tools.stages import steps

_CAMPAIGNS = os.path.join(steps.ROOT, "ci/campaigns")
_PROGRAM = os.path.join(_CAMPAIGNS, "campaign")
# Interrupts a step that would take a minute, as a user would.
_SLOW = """
import subprocess, sys, time
from tools.stages import steps

class Late(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        time.sleep(1)  # the interruption comes meanwhile

if sys.argv[2:] == ["late"]:
    subprocess.Popen = Late
steps.handle_interruptions()
try:
    steps.Steps(sys.argv[1]).run("slow", "run", ["sh", "-c", "echo $$; sleep 60"])
except KeyboardInterrupt:
    steps.end_running()
    sys.exit(5)
"""
# A campaign whose command would take a minute prints lines until nothing reads them.
_UNREAD = """
import concurrent.futures, os, sys, time, types
from campaigns import main
from tools.stages import steps

mine = steps.Steps(sys.argv[1])

def speak():
    while True:
        log = mine.log_of("slow", "run")
        if os.path.exists(log) and os.path.getsize(log):
            steps.say("line")
        time.sleep(0.05)

def run(options):
    slow = ["sh", "-c", "echo $$; sleep 60"]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        try:
            at_work = pool.submit(mine.run, "slow", "run", slow)
            speak() if sys.argv[2] == "main thread" else pool.submit(speak)
            at_work.result()
        except KeyboardInterrupt:
            steps.end_running()
            raise

main.CAMPAIGNS["unread"] = "unread"
sys.modules["campaigns.unread.unread"] = types.SimpleNamespace(
    __doc__="", add_arguments=lambda parser: None, run=run)
sys.exit(main.main(["unread"]))
"""


def call(*words):
    return subprocess.run([_PROGRAM, *words], capture_output=True, text=True, check=False)


def test_each_folder_of_a_campaign_is_listed():
    with os.scandir(_CAMPAIGNS) as entries:
        folders = {entry.name for entry in entries if entry.is_dir()}
    listed = {name.replace("-", "_") for name in main.CAMPAIGNS}
    assert listed == folders - {"shared", "__pycache__"}
    done = call("--help")
    assert done.returncode == 0
    for name, line in main.CAMPAIGNS.items():
        assert re.search(f"(?m)^  {name} +{line}$", done.stdout), name


@pytest.mark.parametrize("name", main.CAMPAIGNS)
def test_the_exit_codes_of_each_campaign_are_described(name):
    done = call(name, "--help")
    assert done.returncode == 0
    for code in (0, 2, 5):
        assert re.search(f"(?m)^Exit codes:\n(?:  [0-9]  .*\n)*  {code}  ", done.stdout), code


@pytest.mark.parametrize(
    "words",
    [
        "",
        "no-such",
        "cost --no-such",
        "cost --test",
        "surroundings no-such",
        "static no-such",
        "matrix no-such",
    ],
)
def test_wrong_calls_are_refused(words):
    assert call(*words.split()).returncode == 2


@pytest.fixture
def mine(tmp_path):
    """Steps whose logs are in a folder of their own."""
    return steps.Steps(str(tmp_path))


def run(mine, script, **options):
    return mine.run("mine", "run", ["sh", "-c", script], **options)


def test_steps_have_a_log_and_a_line_with_their_times(mine, capsys):
    outcome = run(mine, "echo out; echo err >&2; seq 200000 >/dev/null")
    assert outcome.code == 0
    assert outcome.wall >= outcome.cpu / (os.cpu_count() + 1)
    assert outcome.cpu > 0
    assert re.search("^mine +run +[0-9]+ s +[0-9]+ CPU s\n$", capsys.readouterr().out)
    assert steps.last_lines(mine.log_of("mine", "run"), 9) == ["out", "err"]


def test_steps_that_fail_show_the_end_of_the_log(mine, capsys):
    assert run(mine, "seq 100; exit 4") is None
    assert re.search(
        "(?s)  exit code 4\n86\n.*\n100\nThe whole log: .*mine-run.log\n$", capsys.readouterr().out
    )


def test_steps_that_cannot_start_fail_like_in_a_shell(mine, capsys):
    assert mine.run("mine", "run", ["/no/such/program"]) is None
    assert re.search(
        "  exit code 127\n/no/such/program: No such file or directory\nThe whole log: ",
        capsys.readouterr().out,
    )


def test_steps_accept_the_listed_exit_codes(mine):
    assert run(mine, "exit 4", good=(0, 4)).code == 4


def test_failed_required_steps_end_the_campaign(mine):
    with pytest.raises(steps.Failed):
        mine.need("mine", "run", ["false"])


@pytest.mark.parametrize("words", [[], ["late"]], ids=["while it runs", "while it begins"])
def test_interrupted_steps_end_all_processes(mine, tmp_path, words):
    log = mine.log_of("slow", "run")
    child = subprocess.Popen(
        [sys.executable, "-c", _SLOW, str(tmp_path), *words],
        env={**os.environ, "PYTHONPATH": os.path.join(steps.ROOT, "ci")},
    )
    while not os.path.exists(log) or not os.path.getsize(log):
        time.sleep(0.05)
    group = int(steps.last_lines(log, 1)[0])
    child.send_signal(signal.SIGTERM)
    assert child.wait() == 5
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


@pytest.mark.parametrize("speaker", ["main thread", "other thread"])
def test_campaigns_without_a_reader_end_all_processes(mine, tmp_path, speaker):
    child = subprocess.Popen(
        [sys.executable, "-c", _UNREAD, str(tmp_path), speaker],
        env={**os.environ, "PYTHONPATH": os.path.join(steps.ROOT, "ci")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "line\n"
    child.stdout.close()
    with child.stderr:
        assert child.stderr.read() == ""
    assert child.wait() == 5
    with pytest.raises(ProcessLookupError):
        os.killpg(int(steps.last_lines(mine.log_of("slow", "run"), 1)[0]), 0)


@pytest.mark.parametrize("words", ["--help", "cost --help", "matrix --list", "no-such"])
def test_unread_output_causes_no_traceback(words):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as unread:
        for errors in (subprocess.PIPE, unread):
            done = subprocess.run(
                [_PROGRAM, *words.split()], stdout=unread, stderr=errors, check=False
            )
            is_refused = words == "no-such" and errors is not unread
            assert done.returncode == (2 if is_refused else 5)
            assert b"Traceback" not in (done.stderr or b"")
            assert b"BrokenPipe" not in (done.stderr or b"")


def test_changed_sources_are_newer_than_the_stamp(tmp_path):
    source = str(tmp_path / "source")
    os.mkdir(source)
    names = ("stamp", "source/code.py", "source/README.md")
    stamp, code, page = (str(tmp_path / name) for name in names)
    for path in (code, page):
        steps.touch(path)
    assert not steps.is_newer_than(stamp, source)
    steps.touch(stamp)
    os.utime(stamp, (1000, 1000))
    os.utime(code, (900, 900))
    os.utime(page, (2000, 2000))  # what is written about the code
    assert steps.is_newer_than(stamp, source)
    os.utime(code, (2000, 2000))
    assert not steps.is_newer_than(stamp, source)
    assert not steps.is_newer_than(stamp, code)
    os.remove(code)
    assert not steps.is_newer_than(stamp, code)
