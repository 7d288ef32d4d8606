# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue of rules: reads a folder of YAML files and reports its errors.

Every scalar is a Text, a str with its place, so that each complaint names file and line.
"""
import os

import yaml
from lint import Linter

# Keys of each mapping, with their types. "!" marks required keys.
FILE_OF_AREA = {"area": "text!", "clauses": "list!"}
FILE_OF_AMBIGUITIES = {"ambiguities": "list!"}
FILE_OF_API = {
    "versions": "texts",
    "any_routine_codes": "texts",
    "mpi_names": "texts",
    "recorded": "texts",
    "functions": "list!",
    "types": "list!",
    "callbacks": "list!",
    "constants": "list!",
}
CLAUSE = {
    "id": "text!",
    "title": "text!",
    "when": "text",
    "level": "text!",
    "since": "text!",
    "until": "text",
    "heading": "text",
    "section": "pairs",
    "draft2011": "text!",
    "functions": "texts",
    "rule": "text",
    "derived": "text",
    "observe": "text",
    "codes": "texts",
    "ambiguity": "text",
    "accept": "texts",
    "rests_on": "texts",
    "actor": "text",
    "note": "text",
    "untested": "text",
    "no_fault": "text",
}
AMBIGUITY = {"id": "text!", "question": "text!", "readings": "texts", "remark": "text"}
FUNCTION = {
    "name": "text!",
    "since": "text!",
    "prototype": "text!",
    "codes": "texts",
    "note": "text",
}
TYPE = {"name": "text!", "since": "text!", "prototype": "text"}
CONSTANT = {"name": "text!", "kind": "text!", "since": "text!", "deprecated": "text", "abi": "text"}


class Text(str):
    """A scalar with its place. An absent scalar is empty."""

    def __new__(cls, value, place):
        text = super().__new__(cls, value)
        text.place = place
        return text


class Entry(dict):
    """A mapping: texts, lists of texts, lists of pairs of texts, or nodes of a list."""

    place = ("", 0)


class Catalogue:
    """The content of the folder, with its errors in `complaints`: ((file, line), message)."""

    def __init__(self, folder):
        self.complaints = []
        self.api = Entry(
            versions=[], any_routine_codes=[], mpi_names=[], functions=[], types=[], constants=[]
        )
        self.ambiguities, self.clauses = [], []
        for name in ("api.yaml", "ambiguities.yaml"):
            if not os.path.exists(os.path.join(folder, name)):
                self.complain((os.path.join(folder, name), 1), "this file is missing")
        found = (
            os.path.join(below, name)
            for below, _, names in os.walk(folder)
            for name in names
            if name.endswith(".yaml")
        )
        for path in sorted(found, key=os.path.basename):
            self._read_file(path)
        Linter(self).run()

    def complain(self, place, message):
        self.complaints.append((place, message))

    def _read_file(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                root = yaml.compose(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except yaml.MarkedYAMLError as error:
            self.complain((path, error.problem_mark.line + 1), f"not valid YAML: {error.problem}")
            return
        except OSError:
            self.complain((path, 1), "cannot be read; check its permissions")
            return
        if root is None:
            self.complain((path, 1), "expected a mapping, found nothing")
            return
        stem = os.path.basename(path).removesuffix(".yaml")
        if stem == "api":
            api = self._read(path, root, "api file", FILE_OF_API)
            api["types"] += api.pop("callbacks")
            for key, what, keys in (
                ("functions", "function", FUNCTION),
                ("types", "type", TYPE),
                ("constants", "constant", CONSTANT),
            ):
                api[key] = [self._read(path, node, what, keys) for node in api[key]]
            self.api = api
        elif stem == "ambiguities":
            found = self._read(path, root, "ambiguities file", FILE_OF_AMBIGUITIES)["ambiguities"]
            self.ambiguities += [self._read(path, node, "ambiguity", AMBIGUITY) for node in found]
        else:
            area = self._read(path, root, "area file", FILE_OF_AREA)
            if area["area"] not in ("", stem):
                self.complain(
                    area["area"].place,
                    (
                        f"area '{area['area']}' is in a file named '{stem}.yaml'; give both the"
                        " same name"
                    ),
                )
            for node in area["clauses"]:
                self.clauses.append(self._read(path, node, "clause", CLAUSE))
                self.clauses[-1]["area"] = area["area"]

    def _read(self, path, node, what, keys):
        """Reads a mapping of known keys.

        Missing keys have empty values. Keys and values that do not fit become complaints.
        """

        def place(at):
            return (path, at.start_mark.line + 1)

        def text(at, key):
            if isinstance(at, yaml.ScalarNode):
                return Text(at.value, place(at))
            self.complain(place(at), f"'{key}' of {what} must be a text")
            return Text("", place(at))

        entry = Entry(
            {
                key: Text("", place(node)) if kind.startswith("text") and kind != "texts" else []
                for key, kind in keys.items()
            }
        )
        entry.place = place(node)
        if not isinstance(node, yaml.MappingNode):
            self.complain(place(node), f"expected a mapping for {what}")
            return entry
        seen = set()
        for name, value in node.value:
            key = name.value if isinstance(name, yaml.ScalarNode) else "(no text)"
            kind = keys.get(key, "").removesuffix("!")
            if not kind:
                self.complain(place(name), f"unknown key '{key}' in {what}")
            elif key in seen:
                self.complain(place(name), f"key '{key}' is twice in {what}")
            elif kind == "text":
                entry[key] = text(value, key)
            elif kind == "pairs":
                if isinstance(value, yaml.MappingNode):
                    entry[key] = [
                        (text(first, key), text(second, key)) for first, second in value.value
                    ]
                else:
                    self.complain(place(value), f"'{key}' of {what} must be a mapping")
            elif isinstance(value, yaml.SequenceNode):
                entry[key] = (
                    [text(each, key) for each in value.value] if kind == "texts" else value.value
                )
            else:
                self.complain(place(value), f"'{key}' of {what} must be a list")
            seen.add(key)
        for key, kind in keys.items():
            if kind == "list!" and key not in seen:
                self.complain(place(node), f"{what} needs a list '{key}'")
            elif kind == "text!" and not entry[key]:
                self.complain(place(node), f"{what} has no '{key}'; add it")
        return entry
