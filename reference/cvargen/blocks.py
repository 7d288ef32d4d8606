# SPDX-License-Identifier: BSD-3-Clause
"""Finds MPI_T_CVAR_INFO_BLOCK comment blocks in sources and parses their YAML.

The entries consist of keys and texts. variables.py interprets them.
"""
import os
import re

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
COMMON_PART = "_MPI_T_CVAR_INFO_BLOCK"
# Only signs that begin a comment line may precede a marker: those of C, C++, shells, Python,
# Fortran and assemblers.
MARKER = re.compile(
    r"[ \t\r\f\v]*([*/#!;]*)[ \t\r\f\v]*=[= \t]*(BEGIN|END)_MPI_T_CVAR_INFO_BLOCK[= \t]*[*/"
    r" \t\r\f\v]*"
)
SUFFIXES = set(".c .cc .cpp .cxx .C .h .hh .hpp .hxx .H .i .inc .f .F .f90 .F90 .f08 .F08".split())
CATEGORY_KEYS = {"name", "description"}
CVAR_KEYS = {
    "name",
    "category",
    "type",
    "default",
    "class",
    "verbosity",
    "scope",
    "description",
    "alt-env",
    "group",
}
DEEPEST = 50


class Diagnostics(list):
    """Problems in the sources: (file, line, message, is a warning). Line 0 means the whole file."""

    def complain(self, file, line, message, warning=False):
        self.append((file, line, message, warning))


class Field(str):
    """A text of a block.

    `line` is the line of its key. `null` means that it is the word NULL, which YAML reads as no
    text.
    """

    line, null = 0, False


class Entry(dict):
    """An entry of a block: the Field of each known key. Missing keys have an empty Field."""

    def __init__(self, file, line):
        super().__init__()
        self.file, self.line = file, line

    def __missing__(self, key):
        return Field()


class Sources:
    """The files of a run and the content of their blocks.

    `all_readable` is false if a block could not be read.
    """

    def __init__(self, diagnostics):
        self.diagnostics = diagnostics
        self.files, self.folders, self.categories, self.cvars = [], [], [], []
        self.blocks = 0
        self.all_readable = True

    def add(self, path):
        """Reads a file, or the files in a folder. It is an error if they have no blocks."""
        before, blocks, first = len(self.diagnostics), self.blocks, len(self.files)
        try:
            self._collect(path)
        except OSError as error:
            self._lose(error.filename, 0, error.strerror)
        for file in self.files[first:]:
            self._read_file(file)
        if self.blocks == blocks and len(self.diagnostics) == before:
            self.diagnostics.complain(path, 0, "no MPI_T_CVAR_INFO_BLOCK here")

    def _lose(self, file, line, message):
        self.all_readable = False
        self.diagnostics.complain(file, line, message)

    def _collect(self, path):
        """Collects C, C++ and Fortran files and files named cvars.txt, sorted.

        Hidden entries and links to folders are ignored.
        """
        if not os.path.isdir(path):
            self.files.append(path)
            return
        self.folders.append(path)
        with os.scandir(path) as entries:
            seen = sorted(
                (entry for entry in entries if not entry.name.startswith(".")),
                key=lambda entry: entry.path,
            )
        self.files += [
            each.path
            for each in seen
            if not each.is_dir()
            and (os.path.splitext(each.name)[1] in SUFFIXES or each.name == "cvars.txt")
        ]
        for each in seen:
            if each.is_dir() and not each.is_symlink():
                self._collect(each.path)

    def _read_file(self, file):
        try:
            with open(file, "rb") as source:
                data = source.read()
        except OSError:
            return self._lose(file, 0, "cannot be read")
        if COMMON_PART.encode() in data:
            for line, text in self._blocks_in(file, data.decode(errors="surrogateescape")):
                self.blocks += 1
                self._read_block(file, line, text)

    def _blocks_in(self, file, source):
        """Returns the first line and the YAML of each block.

        The comment sign before the BEGIN line is replaced by blanks on the following lines, too.
        """
        blocks, first, begun, leader, lines = [], 0, 0, "", []
        for number, line in enumerate(source.split("\n"), 1):
            marker = MARKER.fullmatch(line) if COMMON_PART in line else None
            if not marker:
                words = line.lstrip(" \t\r\f\v")
                if leader and words.startswith(leader):
                    line = " " * (len(line) - len(words) + len(leader)) + words[len(leader) :]
                lines.append(line)
            elif marker[2] == "BEGIN":
                if begun:
                    self._lose(file, begun, "the block that begins here has no END line")
                if first:
                    self._lose(
                        file,
                        number,
                        (
                            "a second block in this file; one is allowed, and the first begins in"
                            f" line {first}"
                        ),
                    )
                begun, first, lines = number, first or number, []
                leader = "*" if marker[1].startswith("/*") else marker[1]
            elif begun:
                blocks.append((begun + 1, "".join(each + "\n" for each in lines)))
                begun = 0
            else:
                self._lose(file, number, "this END line ends no block: its BEGIN line is missing")
        if begun:
            self._lose(file, begun, "the block that begins here has no END line")
        return blocks

    def _read_block(self, file, line, text):
        try:
            text.encode()
            root = self._compose(text)
        except UnicodeEncodeError as error:
            return self._lose(
                file, line + text.count("\n", 0, error.start), "unreadable YAML: not UTF-8"
            )
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
            problem = getattr(error, "problem", None) or str(error).split("\n", maxsplit=1)[0]
            return self._lose(
                file, line + mark.line if mark else line, f"unreadable YAML: {problem}"
            )
        if not isinstance(root, yaml.MappingNode):
            return self.diagnostics.complain(
                file, line, "the block has neither a list 'categories' nor a list 'cvars'"
            )
        lists = {"categories": (self.categories, CATEGORY_KEYS), "cvars": (self.cvars, CVAR_KEYS)}
        seen = set()
        for key, value in root.value:
            name, at = key.value, line + key.start_mark.line
            if str(name) in seen:
                self.diagnostics.complain(file, at, f"'{name}' is twice in the block")
            elif name not in lists:
                self.diagnostics.complain(
                    file, at, f"unknown section '{name}'; allowed: categories, cvars"
                )
            elif not isinstance(value, yaml.SequenceNode):
                self.diagnostics.complain(file, at, f"'{name}' must be a list of entries")
            else:
                entries, keys = lists[name]
                for node in value.value:
                    if isinstance(node, yaml.MappingNode):
                        entries.append(self._read_entry(file, line, node, keys))
                    else:
                        self.diagnostics.complain(
                            file,
                            line + node.start_mark.line,
                            "an entry must consist of 'key: value' lines",
                        )
            seen.add(str(name))

    @staticmethod
    def _compose(text):
        """Returns the root of the single document.

        Events are checked first, because composing a deeply nested document would recurse too
        deeply.
        """
        depth = documents = 0
        for event in yaml.parse(text, Loader=LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(
                event, yaml.CollectionEndEvent
            )
            documents += isinstance(event, yaml.DocumentStartEvent)
            if depth > DEEPEST or documents > 1:
                problem = "nested too deeply" if depth > DEEPEST else "it ends before this line"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
        return yaml.compose(text, Loader=LOADER)

    def _read_entry(self, file, line, node, known):
        entry = Entry(file, line + node.start_mark.line)
        for key, value in node.value:
            name, at = key.value, line + key.start_mark.line
            if name not in known:
                self.diagnostics.complain(file, at, f"unknown key '{name}'", warning=True)
            elif name in entry:
                self.diagnostics.complain(file, at, f"key '{name}' is twice in this entry")
            elif not isinstance(value, yaml.ScalarNode):
                self.diagnostics.complain(file, at, f"'{name}' must be a text")
            elif value.tag != "tag:yaml.org,2002:null" or value.value.lower() == "null":
                entry[name] = Field(value.value)
                entry[name].line, entry[name].null = at, value.tag == "tag:yaml.org,2002:null"
        return entry
