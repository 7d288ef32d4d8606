# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the entries of a catalogue are complete and agree with each other."""
import re

from names import identifier, version
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


class Linter:
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
            if identifier(root) not in self.ids and not self.is_name(root):
                self.about(
                    clause, root, f"rests on '{root}', which is neither a clause nor a function"
                )
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

    def is_name(self, pattern):
        if pattern.endswith("*"):
            return any(each.startswith(pattern[:-1]) for each in self.names)
        return pattern in self.names

    def check_citations(self, clause):
        if not clause["functions"]:
            self.about(clause, clause["id"], "names no function")
        for name in clause["functions"]:
            if not self.is_name(name):
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
