# SPDX-License-Identifier: BSD-3-Clause
"""Files that appear whole or not at all."""
import os
import stat
import unittest

from mpitcheck.process.error import UserError
from mpitcheck.process.files import OutputFile, Scratch
from mpitcheck.selftests.contexts import entered


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class OutputFiles(unittest.TestCase):
    def setUp(self):
        self.folder = entered(Scratch(), self.addCleanup)

    def file(self, name, text="old"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_replaces_only_on_commit(self):
        path = self.file("report")
        with OutputFile(path):
            pass
        self.assertEqual(content(path), "old")
        with OutputFile(path) as file:
            self.assertEqual(content(path), "old")
            file.commit("new")
        self.assertEqual(content(path), "new")
        self.assertEqual(os.listdir(self.folder), ["report"])

    def test_follows_a_link_and_writes_to_a_device(self):
        real, link = self.file("real"), os.path.join(self.folder, "link")
        os.symlink("real", link)
        OutputFile(link).commit("new")
        self.assertTrue(os.path.islink(link))
        self.assertEqual(content(real), "new")
        OutputFile("/dev/null").commit("x")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_refuses_what_cannot_be_written(self):
        for path in [self.folder, os.path.join(self.folder, "no/such/folder")]:
            with self.subTest(path), self.assertRaises(UserError):
                OutputFile(path)

    def test_says_so_when_the_disk_is_full(self):
        with OutputFile("/dev/full") as file, self.assertRaises(UserError):
            file.commit("x")


class Scratches(unittest.TestCase):
    def test_are_gone_with_all_that_is_in_them(self):
        with Scratch() as folder:
            locked = os.path.join(folder, "a", "b")
            os.makedirs(locked)
            os.chmod(locked, 0)
        self.assertFalse(os.path.exists(folder))


if __name__ == "__main__":
    unittest.main()
