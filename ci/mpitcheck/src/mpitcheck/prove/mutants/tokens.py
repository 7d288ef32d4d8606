# SPDX-License-Identifier: BSD-3-Clause
"""Splits C++ that clang-format has formatted into tokens, each with its function.

It reads only this project's sources. libclang is not required, because the project's tests do not
install it. The compiler rejects mutations that violate types.
"""
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
    spaced: tuple[bool, bool] = (False, False)  # white space before, white space after
    function: str = ""  # enclosing function; empty: none
    # Number of enclosing brackets of any kind. An opening bracket does not enclose itself.
    depth: int = 0
    inside: str = ""  # nearest enclosing bracket; empty: none
    mate: int = -1  # index of the matching bracket, for a bracket

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
    """Whether the brace begins an initializer, not a block."""
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
    """Returns the tokens between the previous statement and a brace.

    The parameters of a template are left out.
    """
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
    """Returns the name, with its class, of the function that has this head.

    Returns "" if it is not the head of a function.
    """
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
    """Returns all tokens, without comments and preprocessor lines."""
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
