# SPDX-License-Identifier: BSD-3-Clause
"""The files of the sources, for tests that read all of one kind."""
import os

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))


def source_files():
    """Path of each file, build folders and hidden folders apart."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".")
            and os.path.join(folder, name) != os.path.join(ROOT, "build")
        ]
        for name in names:
            yield os.path.join(folder, name)
