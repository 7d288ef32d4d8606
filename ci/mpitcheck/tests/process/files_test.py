# SPDX-License-Identifier: BSD-3-Clause
"""Files that appear whole or not at all."""
import os
import stat

import pytest

from mpitcheck.process.error import UserError
from mpitcheck.process.files import OutputFile, Scratch


@pytest.fixture
def old(tmp_path):
    """A file."""
    path = tmp_path / "report"
    path.write_text("old")
    return path


def test_an_output_file_replaces_only_on_commit(old):
    with OutputFile(str(old)):
        pass
    assert old.read_text() == "old"
    with OutputFile(str(old)) as file:
        assert old.read_text() == "old"
        file.commit("new")
    assert old.read_text() == "new"
    assert os.listdir(old.parent) == ["report"]


def test_an_output_file_follows_a_link(old):
    link = old.parent / "link"
    link.symlink_to("report")
    OutputFile(str(link)).commit("new")
    assert link.is_symlink()
    assert old.read_text() == "new"


def test_an_output_file_may_be_a_device():
    OutputFile("/dev/null").commit("x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("name", ["", "no/such/folder"], ids=["a folder", "no such folder"])
def test_an_output_file_refuses_what_cannot_be_written(tmp_path, name):
    with pytest.raises(UserError):
        OutputFile(os.path.join(tmp_path, name))


def test_an_output_file_says_so_when_the_disk_is_full():
    with OutputFile("/dev/full") as file, pytest.raises(UserError):
        file.commit("x")


def test_a_scratch_folder_is_removed_with_its_contents():
    with Scratch() as folder:
        locked = os.path.join(folder, "a", "b")
        os.makedirs(locked)
        os.chmod(locked, 0)
    assert not os.path.exists(folder)
