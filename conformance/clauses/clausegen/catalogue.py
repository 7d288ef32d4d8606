# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue of rules: reads a folder of YAML files and reports its errors.

Every scalar is a Text, a str with its place, so that each complaint names file and line.
"""
import os
import re

import yaml
from prototype import Prototype

LEVELS = {"must", "should", "quality", "advice"}
DRAFT_RELATIONS = {"same", "changed", "absent"}
ACTORS = {"user", "tool"}
CONSTANT_KINDS = {
    "return_code",
    "verbosity",
    "binding",
    "scope",
    "pvar_class",
    "callback_safety",
    "source_order",
    "handle",
}
TITLE_COLUMNS = 60
WHEN_COLUMNS = 45
WHEN_BEGINS = (
    "after",
    "at",
    "before",
    "between",
    "during",
    "for",
    "from",
    "if",
    "in",
    "on",
    "when",
    "while",
    "with",
    "without",
)
ID = re.compile(r"[a-z][a-z0-9]*([-.][a-z0-9]+)*")

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
        _Linter(self).run()

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


def version(text):
    """Returns (4, 1) for "4.1"; None if the text is not two numbers with a dot."""
    return tuple(map(int, text.split("."))) if re.fullmatch(r"\d+\.\d+", text) else None


def identifier(clause_id):
    """Returns the C++ name of a clause."""
    return re.sub("[-.]", "_", clause_id)


class _Linter:
    """Checks ids, levels, versions, sections, functions, codes, ambiguities and required fields."""

    def __init__(self, catalogue):
        self.catalogue = catalogue
        self.complain = catalogue.complain
        self.names, self.codes, self.ambiguities, self.ids = set(), {"MPI_SUCCESS"}, set(), {}
        self.titles = {}

    def run(self):
        self.check_api()
        for ambiguity in self.catalogue.ambiguities:
            name = ambiguity["id"]
            if name and name in self.ambiguities:
                self.complain(name.place, f"ambiguity {name} is listed twice")
            self.ambiguities.add(name)
            if len(ambiguity["readings"]) < 2:
                self.complain(name.place, f"ambiguity {name} needs at least two readings")
        for clause in self.catalogue.clauses:
            self.check_id(clause)
            self.check_title(clause)
            self.check_when(clause)
            self.check_words(clause)
            self.check_versions(clause)
            self.check_citations(clause)
        for clause in self.catalogue.clauses:
            self.check_roots(clause)

    def about(self, clause, at, message):
        self.complain(at.place, f"{clause['id']}: {message}")

    def check_version(self, text, what):
        if text and text not in self.catalogue.api["versions"]:
            self.complain(text.place, f"{what}: '{text}' is not among the versions of api.yaml")

    def check_codes(self, codes, what):
        for code in codes:
            if code not in self.codes:
                self.complain(code.place, f"{what}: '{code}' is not a return code of api.yaml")

    def check_api(self):
        api = self.catalogue.api
        for text in api["versions"]:
            if not version(text):
                self.complain(text.place, f"'{text}' is not a version; write e.g. '4.1'")
        for kind in ("constants", "types", "functions"):
            for entry in api[kind]:
                name = entry["name"]
                if name and name in self.names:
                    self.complain(name.place, f"{name} is twice in api.yaml")
                self.names.add(name)
                self.check_version(entry["since"], name)
        for constant in api["constants"]:
            if constant["kind"] not in CONSTANT_KINDS:
                self.complain(
                    constant["kind"].place,
                    (
                        f"{constant['name']}: unknown kind '{constant['kind']}'; "
                        f"known: {', '.join(sorted(CONSTANT_KINDS))}"
                    ),
                )
            elif constant["kind"] == "return_code":
                self.codes.add(constant["name"])
        for function in api["functions"]:
            name = function["name"]
            self.check_codes(function["codes"], name)
            try:
                fits = Prototype(function["prototype"]).name == name
            except ValueError:
                fits = False
            if not fits:
                self.complain(
                    function["prototype"].place,
                    f"{name}: prototype must be 'type {name}(type name, ...)' on one declaration",
                )
        self.names.update(api["mpi_names"])
        self.check_codes(api["any_routine_codes"], "any_routine_codes")

    def check_id(self, clause):
        name = clause["id"]
        if not name:
            return
        if not ID.fullmatch(name):
            self.complain(name.place, f"id '{name}' must be lower-case words joined by hyphens")
        first = self.ids.setdefault(identifier(name), name.place)
        if first != name.place:
            self.complain(name.place, f"id '{name}' is taken; first used at {first[0]}:{first[1]}")

    def check_title(self, clause):
        title = clause["title"]
        if not title:
            return
        self.check_phrase(clause, "title", TITLE_COLUMNS)
        first = self.titles.setdefault(title.casefold(), title.place)
        if first != title.place:
            self.about(
                clause, title, f"title '{title}' is taken; first used at {first[0]}:{first[1]}"
            )

    def check_when(self, clause):
        when = clause["when"]
        if not when:
            return
        self.check_phrase(clause, "when", WHEN_COLUMNS)
        if when.split(" ")[0] not in WHEN_BEGINS:
            self.about(
                clause,
                when,
                f"when '{when}' does not begin with one of: {', '.join(WHEN_BEGINS)}",
            )

    def check_phrase(self, clause, key, columns):
        phrase = clause[key]
        if len(phrase) > columns:
            self.about(
                clause,
                phrase,
                f"{key} has {len(phrase)} characters; shorten it to at most {columns}",
            )
        if phrase.endswith("."):
            self.about(clause, phrase, f"{key} ends with a period; remove it")

    def check_roots(self, clause):
        for root in clause["rests_on"]:
            if identifier(root) not in self.ids:
                self.about(clause, root, f"rests on '{root}', which is not a clause")
        roots = {each["id"]: each["rests_on"] for each in self.catalogue.clauses}
        beneath, left = set(), list(clause["rests_on"])
        while left:
            each = left.pop()
            if each not in beneath:
                beneath.add(each)
                left += roots.get(each, [])
        if clause["id"] in beneath:
            self.about(clause, clause["id"], "rests on itself; take an entry of 'rests_on' out")

    def check_words(self, clause):
        for key, known in (("level", LEVELS), ("draft2011", DRAFT_RELATIONS), ("actor", ACTORS)):
            if clause[key] and clause[key] not in known:
                self.about(
                    clause,
                    clause[key],
                    f"unknown {key} '{clause[key]}'; known: {', '.join(sorted(known))}",
                )
        if not clause["rule"]:
            self.about(clause, clause["id"], "has no rule; say what must hold")
        if not clause["observe"] and clause["level"] != "advice":
            self.about(clause, clause["id"], "has no observe; say how a test sees it")
        if clause["level"] == "quality" and not clause["note"]:
            self.about(
                clause, clause["level"], "is quality; say in its note why the check may be skipped"
            )
        if clause["no_fault"] and clause["untested"]:
            self.about(clause, clause["no_fault"], "is untested, so it needs no 'no_fault'")
        if clause["actor"] and not clause["untested"]:
            self.about(
                clause,
                clause["actor"],
                f"binds the {clause['actor']}, not the library; say why in 'untested'",
            )

    def check_versions(self, clause):
        self.check_version(clause["since"], f"{clause['id']}: since")
        self.check_version(clause["until"], f"{clause['id']}: until")
        since, until = version(clause["since"]), version(clause["until"])
        if since and until and until <= since:
            self.about(clause, clause["until"], "until must be later than since")
        if not since:
            return
        for number, _ in clause["section"]:
            self.check_version(number, f"{clause['id']}: section")
        sections = {number for number, _ in clause["section"]}
        for text in filter(version, self.catalogue.api["versions"]):
            in_range = since <= version(text) and (not until or version(text) < until)
            if in_range and text not in sections:
                self.about(clause, clause["id"], f"has no section for MPI {text}")
            elif not in_range and text in sections:
                self.about(
                    clause, clause["id"], f"has a section for MPI {text}, in which it is not a rule"
                )

    def check_citations(self, clause):
        if not clause["functions"]:
            self.about(clause, clause["id"], "names no function")
        for name in clause["functions"]:
            known = (
                any(each.startswith(name[:-1]) for each in self.names)
                if name.endswith("*")
                else name in self.names
            )
            if not known:
                self.about(clause, name, f"'{name}' is not a name of api.yaml")
        self.check_codes(clause["codes"], clause["id"])
        if clause["ambiguity"]:
            if clause["ambiguity"] not in self.ambiguities:
                self.about(
                    clause,
                    clause["ambiguity"],
                    f"ambiguity '{clause['ambiguity']}' is not in ambiguities.yaml",
                )
            if not clause["accept"]:
                self.about(
                    clause, clause["ambiguity"], "has an ambiguity; list in 'accept' what we accept"
                )
