# SPDX-License-Identifier: BSD-3-Clause
"""C++ as clang-format leaves it, in tokens, each with the function that it stands in. It reads our own sources alone: libclang, which would
know types as well, is no part of what the project's tests install, and what a mutation makes of types the compiler judges anyway."""
import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      (?P<skipped>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*)
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')
    | (?P<number>\d(?:'?[\w.])*)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<sign><<=|>>=|<=>|\.\.\.|->\*|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\[\[|\]\]|.)
""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

_OPEN, _CLOSE = set("([{") | {"[["}, set(")]}") | {"]]"}


@dataclass
class Token:
    kind: str  # "text", "number", "word", "sign"
    text: str
    begin: int  # offset in the source
    spaced: tuple[bool, bool] = (False, False)  # whether white space stands before it, after it
    function: str = ""  # empty: in none
    depth: int = (
        0  # of brackets of all kinds around it; of an opening bracket that of what is before it
    )
    inside: str = ""  # which of them is nearest; empty: none
    mate: int = -1  # of a bracket: the index of the other one

    @property
    def end(self) -> int:
        return self.begin + len(self.text)


def _read(source: str) -> list[Token]:
    tokens = []
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        if kind != "skipped":
            begin, end = match.span()
            spaced = source[begin - 1 : begin].isspace(), source[end : end + 1].isspace()
            tokens.append(Token(kind, match.group(), begin, spaced))
    return tokens


def _match_brackets(tokens: list[Token]) -> None:
    opened: list[int] = []
    for i, token in enumerate(tokens):
        if token.text in _CLOSE and token.kind == "sign":
            token.mate = opened.pop()
            tokens[token.mate].mate = i
        token.depth = len(opened)
        token.inside = tokens[opened[-1]].text if opened else ""
        if token.text in _OPEN and token.kind == "sign":
            opened.append(i)


def _is_initializer(tokens: list[Token], at: int) -> bool:
    """Whether that brace begins one, not a block."""
    before = tokens[at - 1]
    if not tokens[at].spaced[0] or before.text == "return":
        return True
    return before.kind == "sign" and before.text not in {
        ")",
        ";",
        "{",
        "}",
        ":",
        "]",
        "]]",
        ">",
        "&",
        "*",
    }


def head_of(tokens: list[Token], at: int) -> list[Token]:
    """What stands before a brace, from the last statement's end on, without the parameters of a template."""
    begin = at
    while begin and tokens[begin - 1].text not in (";", "{"):
        before = tokens[begin - 1]
        if before.text == "}" and not _is_initializer(tokens, before.mate):
            break
        begin = before.mate if before.mate >= 0 else begin - 1
    while tokens[begin].text == "template":
        open_angles, begin = 1, begin + 2
        while open_angles:
            open_angles += {"<": 1, ">": -1, ">>": -2}.get(tokens[begin].text, 0)
            begin += 1
    return tokens[begin:at]


def _name_of(head: list[Token]) -> str:
    """Of the function whose head that is, with its class; empty: it is none."""
    outside = [token for token in head if token.depth == head[0].depth]
    words = outside[: next((i for i, token in enumerate(outside) if token.text == "("), 0)]
    if not words or any(
        token.text in ("namespace", "enum", "class", "struct", "union") for token in words
    ):
        return ""
    begin = len(words) - 1
    while begin and (words[begin - 1].text in ("::", "~", "operator") or words[begin].text == "::"):
        begin -= 1
    return "".join(token.text for token in words[begin:])


def read_tokens(source: str) -> list[Token]:
    """All tokens, without comments and preprocessor lines."""
    tokens = _read(source)
    _match_brackets(tokens)
    functions = [""]
    for i, token in enumerate(tokens):
        if token.text == "{" and token.kind == "sign":
            token.function = functions[-1]
            is_new = not functions[-1] and not _is_initializer(tokens, i)
            head = head_of(tokens, i) if is_new else []
            functions.append(_name_of(head) if head else functions[-1])
            continue
        if token.text == "}" and token.kind == "sign":
            functions.pop()
        token.function = functions[-1]
    return tokens
