# SPDX-License-Identifier: BSD-3-Clause
"""Two jobs of `preflight --meet` have MPI initialized at the same time, however late the second
starts."""
import os
import subprocess
import time

_PREFLIGHT = os.path.join(os.environ["MPITCHECK_BIN"], "preflight")


def _waits(job):
    """Whether the job is still running after a time in which it would have ended."""
    try:
        job.wait(0.5)
    except subprocess.TimeoutExpired:
        return True
    return False


def test_the_first_job_waits_for_the_second(tmp_path):
    def job(own, other):
        return subprocess.Popen(
            [_PREFLIGHT, "MPI_THREAD_SINGLE", "--meet", tmp_path / own, tmp_path / other],
            stdout=subprocess.DEVNULL,
        )

    with job("one", "two") as first:
        while not (tmp_path / "one.up").exists():
            assert first.poll() is None
            time.sleep(0.01)
        assert _waits(first)
        (tmp_path / "two.started").touch()  # but the other has not initialized MPI
        assert _waits(first)
        with job("two", "one") as second:
            assert second.wait() == 0
        assert first.wait() == 0
    assert (tmp_path / "two.up").exists()
