# SPDX-License-Identifier: BSD-3-Clause
"""Makes mutants of a source file: small changes that a test should notice.

Memory orders are not changed: most of them compile to the same instructions on x86, and
reference/engine/models examines them in another way.
"""
import itertools
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Optional

from mpitcheck.prove.mutants.tokens import Token, head_of, read_tokens

_RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "%": "*",
    "&": "|",
    "|": "&",
    "^": "&",
    "<<": ">>",
    ">>": "<<",
    "&&": "||",
    "||": "&&",
    "+=": "-=",
    "-=": "+=",
    "|=": "&=",
    "&=": "|=",
    "++": "--",
    "--": "++",
}
# Other operators have white space on both sides, unless they are part of a type.
_UNSPACED = {
    "++",
    "--",
}
_NO_STATEMENT = {
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "return",
    "break",
    "continue",
    "throw",
    "try",
    "catch",
    "using",
    "static_assert",
    "public",
    "private",
    "protected",
    "friend",
    "template",
    "namespace",
    "class",
    "struct",
    "enum",
    "typedef",
    "extern",
}
_STORE = re.compile(
    r"(?<![=!<>])=(?!=)|\+\+|--"
    r"|\b(store|exchange|publish|withdraw|retire|fetch_\w+|store_in_order|compare_exchange_\w+)\("
)

# File, function, line, change and number of a mutant.
Key = tuple[str, str, str, str, str]


@dataclass(frozen=True)
class Mutant:
    """A change and its place, described so that lines added elsewhere do not invalidate it."""

    file: str  # path relative to the project's root
    function: str  # enclosing function; empty: none
    line: str  # text of the line
    kind: str  # "relation", "arithmetic", "constant", "dropped", "branch", "order"
    change: str
    number: int  # counts equal changes in equal lines of the function
    begin: int  # offsets of the replaced text
    end: int
    replacement: str
    body: range = range(0)  # lines of the function; empty: no function

    @property
    def key(self) -> Key:
        return self.file, self.function, self.line, f"{self.kind}: {self.change}", str(self.number)

    def applied_to(self, source: str) -> str:
        """Returns the source with the change."""
        return source[: self.begin] + self.replacement + source[self.end :]


def _statement_ends(tokens: list[Token], begin: int) -> Optional[int]:
    """Returns the index of the semicolon that ends the statement that begins at `begin`.

    Returns None if there is none.
    """
    for i in range(begin, len(tokens)):
        if tokens[i].depth < tokens[begin].depth:
            return None
        if tokens[i].text == ";" and tokens[i].depth == tokens[begin].depth:
            return i
    return None


def _declares(words: list[Token]) -> bool:
    """Whether a statement begins with a type and a name."""
    for before, token in zip(words, words[1:]):
        if token.depth != words[0].depth or token.text in ("=", ".", "->", "("):
            return False
        if token.kind == "word" and (
            before.kind == "word" or (before.text in ("*", "&", ">", "&&") and not before.spaced[0])
        ):
            return True
    return False


def _bodies(source: str, tokens: list[Token]) -> list[range]:
    """Returns for each token the lines of its function, including the function's head."""
    bodies: list[range] = []
    for function, inside in itertools.groupby(tokens, key=lambda token: token.function):
        count = len(list(inside))
        if function:
            begin, end = (
                head_of(tokens, len(bodies) - 1)[0].begin,
                tokens[len(bodies) + count - 1].end,
            )
            bodies += [
                range(source.count("\n", 0, begin) + 1, source.count("\n", 0, end) + 2)
            ] * count
        else:
            bodies += [range(0)] * count
    return bodies


class _Finder:
    def __init__(self, source: str) -> None:
        self._source, self._tokens = source, read_tokens(source)
        self._body_of = _bodies(source, self._tokens)
        # Kind, change, function, begin, end, replacement and body of each mutant.
        self.found: list[tuple[str, str, str, int, int, str, range]] = []

    def _text(self, first: int, last: int) -> str:
        return self._source[self._tokens[first].begin : self._tokens[last].end]

    def _add(
        self, kind: str, first: int, last: int, replacement: str, change: Optional[str] = None
    ) -> None:
        old = self._text(first, last)
        shown = change or f"{old} -> {replacement}"
        self.found.append(
            (
                kind,
                re.sub(r"\s+", " ", shown),
                self._tokens[first].function,
                self._tokens[first].begin,
                self._tokens[last].end,
                replacement,
                self._body_of[first],
            )
        )

    def find(self) -> None:
        for i, token in enumerate(self._tokens):
            if token.kind == "sign":
                self._sign(i, token)
            elif token.kind == "number":
                self._number(i, token)
            elif token.kind == "word":
                self._word(i, token)
        for first, last in self._statements():
            self._add("dropped", first, last, ";", self._text(first, last))
        self._orders()

    def _sign(self, i: int, token: Token) -> None:
        if token.text == "?":
            self._choice(i)
        elif (token.spaced == (True, True) or token.text in _UNSPACED) and self._tokens[
            i - 1
        ].text not in ("operator", "template", "["):
            for kind, table in (("relation", _RELATIONS), ("arithmetic", _ARITHMETIC)):
                if token.text in table:
                    self._add(kind, i, i, table[token.text])

    def _number(self, i: int, token: Token) -> None:
        if re.fullmatch(r"(0[xX][\da-fA-F']+|[\d']+)[uUlL]*", token.text):
            digits = re.sub("[uUlL]+$", "", token.text)
            value = int(digits.replace("'", ""), 0 if digits[:2].lower() == "0x" else 10)
            self._add("constant", i, i, f"{value + 1}{token.text[len(digits):]}")

    def _word(self, i: int, token: Token) -> None:
        if token.text in ("true", "false"):
            self._add("constant", i, i, "false" if token.text == "true" else "true")
        elif (
            token.text == "Code"
            and self._tokens[i + 1].text == "::"
            and self._tokens[i - 1].text != "case"
        ):
            name = self._tokens[i + 2].text
            self._add(
                "constant", i, i + 2, "Code::invalid" if name == "success" else "Code::success"
            )
        elif token.text == "if" and self._tokens[i + 1].text == "(":
            self._condition(i + 1)

    def _condition(self, at: int) -> None:
        """Swaps the branches of an `if`; `at` is its opening bracket."""
        first, last = at + 1, self._tokens[at].mate - 1
        inner = self._tokens[first].depth
        for i in range(first, last):
            if self._tokens[i].text == ";" and self._tokens[i].depth == inner:
                first = i + 1
        self._add(
            "branch",
            first,
            last,
            f"!({self._text(first, last)})",
            f"if ({self._text(first, last)}) swapped",
        )

    def _choice(self, at: int) -> None:
        """Swaps the operands of `?:`; `at` is the question mark."""
        tokens, depth, nested, middle = self._tokens, self._tokens[at].depth, 0, None
        for i in range(at + 1, len(tokens)):
            text = tokens[i].text
            if middle and (
                tokens[i].depth < depth or (tokens[i].depth == depth and text in (";", ","))
            ):
                yes, no = self._text(at + 1, middle - 1), self._text(middle + 1, i - 1)
                self._add("branch", at, i - 1, f"? {no} : {yes}", f"? {yes} : {no} swapped")
                return
            if tokens[i].depth == depth and not middle and text in ("?", ":"):
                nested += 1 if text == "?" else -1
                middle = i if nested < 0 else None

    def _statements(self) -> Iterator[tuple[int, int]]:
        """Yields the first and last token of each expression statement in a function."""
        tokens = self._tokens
        for i in range(1, len(tokens)):
            before = tokens[i - 1]
            begins = before.text in (";", "{", "}", "else", "do", "]]") or (
                before.text == ")"
                and tokens[before.mate - 1].text in ("if", "for", "while", "constexpr")
            )
            may_be = tokens[i].kind == "word" or tokens[i].text in ("*", "++", "--", "(")
            if (
                not begins
                or not may_be
                or not tokens[i].function
                or tokens[i].inside != "{"
                or tokens[i].text in _NO_STATEMENT
            ):
                continue
            end = _statement_ends(tokens, i)
            if (
                end
                and not any(
                    token.text == "{" and token.spaced[0]
                    for token in tokens[i:end]
                    if token.depth == tokens[i].depth
                )
                and not _declares(tokens[i:end])
            ):
                yield i, end

    def _orders(self) -> None:
        """Swaps consecutive stores."""
        statements = list(self._statements())
        for (first, end), (begin, last) in zip(statements, statements[1:]):
            one, other = self._text(first, end), self._text(begin, last)
            is_guarded = self._tokens[first - 1].text in (")", "else", "do")
            if begin == end + 1 and not is_guarded and _STORE.search(one) and _STORE.search(other):
                self._add("order", first, last, f"{other} {one}", f"{one} after {other}")


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Returns all mutants of the file, in the order of their places.

    In a header, only mutants inside functions are returned. Other objects have already been
    compiled with its declarations, e.g. with the values of constants.
    """
    finder = _Finder(source)
    finder.find()
    is_header = file.endswith(".hpp")
    seen: Counter[tuple[str, str, str, str]] = Counter()
    mutants = []
    for kind, change, function, begin, end, replacement, body in sorted(
        finder.found, key=lambda found: found[3:6]
    ):
        if is_header and not function:
            continue
        line = source[source.rfind("\n", 0, begin) + 1 : source.find("\n", begin)].strip()
        mutant = Mutant(
            file,
            function,
            line,
            kind,
            change,
            seen[function, line, kind, change],
            begin,
            end,
            replacement,
            body,
        )
        seen[function, line, kind, change] += 1
        mutants.append(mutant)
    return mutants


def all_mutants(root: str) -> list[Mutant]:
    """Returns the mutants of the engine below the project's root, by file."""
    mutants = []
    for folder, _, names in sorted(os.walk(os.path.join(root, "reference/engine"))):
        for name in sorted(names):
            if name.endswith((".cpp", ".hpp")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    mutants += mutants_of(os.path.relpath(path, root), file.read())
    return mutants
