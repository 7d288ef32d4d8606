# SPDX-License-Identifier: BSD-3-Clause
"""Writes the arguments of calls as C expressions."""
from dataclasses import dataclass

from mpitcheck.judge.offence import is_handle
from mpitcheck.repro.answers import ELEMENTS_COMPARED, atoi, c_literal, parse_values
from mpitcheck.repro.buffers import ROOM_FOR_ANY_LENGTH, SPARE_BYTES, Buffers
from mpitcheck.repro.predicate import Check, Term
from mpitcheck.repro.declarations import EXTENT_FILLING, Declarations, callback_name
from mpitcheck.repro.objects import Listed, Made, argument
from mpitcheck.repro.prototypes import (
    base_type,
    c_type,
    is_callback,
    kind_of_index,
    null_of,
    prototype,
    variable_name,
)
from mpitcheck.repro.slice import Slice
from mpitcheck.repro.trace import Call

_COMMUNICATORS = {"MPI_COMM_WORLD": "world", "MPI_COMM_SELF": "self"}
_EMPTY = c_literal("")


@dataclass
class _Argument:
    number: int  # number of the call
    call: Call
    at: int
    type: str
    name: str
    text: str
    exact: bool  # the argument is checked and starts with its recorded content


class Arguments:
    """Writes the arguments of calls in order and tracks what the calls leave in variables."""

    def __init__(self, slice: Slice, check: Check, leave: str, declarations: Declarations) -> None:
        # By call and parameter, as the program writes them.
        self.written: dict[tuple[int, int], str] = {}
        # Calls that register a callback that the program checks.
        self.looked_at_from: set[int] = set()
        self.look_ups: list[str] = []  # statements that have not been taken yet
        self._slice, self._check, self._declarations = slice, check, declarations
        self._buffers = Buffers(slice.calls, check)
        self._leave = (
            leave or "return 0;"
        )  # used where the program cannot continue, although other processes wait
        self._tool_inits = 0
        self._own: list[str] = []  # recorded user pointers
        self._held: dict[str, str] = {}  # by variable: the content that the last call left
        self._looked_up: dict[Listed, str] = {}  # variables of looked-up indices
        self._counted_in: set[Listed] = set()  # entries whose existence _need_index() has checked
        # Variable and recorded number, by the function MPI_T_*_get_num.
        self._counted: dict[str, tuple[str, int]] = {}
        self._requests: list[str] = []  # recorded handles; "": completed, before an outstanding one

    def write(self, number: int, looked_at: set[int], before: list[str]) -> str:
        """Returns the argument list of a call and appends the statements that it needs to `before`.

        OUT arguments whose parameters are in `looked_at` start with their recorded content.
        """
        call = self._slice.calls[number]
        for at, (type, name) in enumerate(prototype(call.function).parameters):
            it = _Argument(number, call, at, type, name, call.arguments[at], at in looked_at)
            self.written[number, at] = self._text(it, before)
        return ", ".join(self.written[number, at] for at in range(len(call.arguments)))

    def remember(self, call: Call) -> None:
        """Updates the state of variables, requests and initialization after a call."""
        known = prototype(call.function)
        for (type, name), answer in zip(known.parameters, call.answers):
            if answer and (type == "char *" or name == "source_index"):
                self._held[name] = answer
        if call.function.endswith("_get_num") and call.code:
            self._counted[call.function] = known.parameters[0].name, atoi(call.answers[0])
        if call.function == "MPI_Waitall":  # these requests are completed
            ended = parse_values(call.arguments[1]).elements
            self._requests = ["" if each in ended else each for each in self._requests]
            while self._requests and not self._requests[-1]:
                self._requests.pop()
        if call.code == "MPI_SUCCESS":
            self._tool_inits += {"MPI_T_init_thread": 1, "MPI_T_finalize": -1}.get(call.function, 0)

    def _text(self, it: _Argument, before: list[str]) -> str:
        type, name = it.type, it.name
        if it.text == "NULL" or it.text.endswith("_IGNORE"):
            return it.text
        if type == "int":
            return self._number(it, before)
        if type == "const char *":
            literal = it.text[: it.text.rfind('"') + 1]
            return next(
                (
                    variable
                    for variable, text in sorted(self._held.items())
                    if text == literal != _EMPTY
                ),
                literal,
            )
        if type == "char *":
            return self._text_buffer(it, before)
        if type.endswith("_function"):
            return self._callback(it)
        if name == "obj_handle":
            return self._object(it)
        if name == "user_data":
            return self._user_data(it)
        if name in ("buf", "buffer"):
            return self._value_buffer(it, before)
        if name in ("data", "data_out"):
            count = atoi(argument(it.call, "count"))
            return self._declarations.reserve(
                "char", "sent" if type.startswith("const") else "received", max(count, 1) * 8
            )
        if type.startswith("MPI_Request"):
            return self._request(it)
        if type.endswith("[]"):
            return self._array(it, before)
        if type in ("MPI_Datatype", "MPI_T_cb_safety", "MPI_Op"):
            return it.text
        if not type.endswith("*"):
            return self._opaque(it)
        is_number = base_type(type) in ("int", "MPI_Count", "MPI_Datatype", "MPI_T_source_order")
        return self._out_number(it, before) if is_number else self._out_opaque(it, before)

    def _number(self, it: _Argument, before: list[str]) -> str:
        if it.name == "len" and self._buffers.is_compared_with(it.number, it.at):
            return "(int)earlier"
        kind, inside = kind_of_index(it.name), self._slice.objects.callbacks[it.number] is not None
        if not kind:
            return it.text
        if (
            inside and self._held.get(it.name) == it.text
        ):  # a callback asks about the source of its event
            return it.name
        what = Listed(kind, atoi(it.text))
        if what in self._looked_up:
            return self._looked_up[what]
        name = self._slice.objects.names.get(what)
        if self._slice.by_name and name and self._tool_inits > 0 and kind != "source":
            same_kind = sum(other.kind == kind for other in self._looked_up)
            # Initialized in case a look-up succeeds without an answer.
            variable = self._declarations.declare(
                "int", kind + (str(same_kind + 1) if same_kind else ""), "-1"
            )
            in_class = f", {name.pvar_class}" if kind == "pvar" else ""
            found = f"MPI_T_{kind}_get_index({name.literal}{in_class}, &{variable})"
            (before if inside else self.look_ups).append(
                f"if ({found} != MPI_SUCCESS || {variable} < 0) {self._leave}"
            )
            self._looked_up[what] = variable
            return variable
        if not inside:
            self._need_index(what, it, before)
        if f"MPI_T_{kind}_get_num" not in self._counted:
            return it.text
        variable, number = self._counted[f"MPI_T_{kind}_get_num"]
        beyond = what.number - number
        if not -1 <= beyond <= 64:
            return it.text
        return variable + ("" if beyond == 0 else f" {'-' if beyond < 0 else '+'} {abs(beyond)}")

    def _need_index(self, what: Listed, it: _Argument, before: list[str]) -> None:
        """Ends the program if the library has fewer entries than the recorded index needs."""
        get_num, calls = f"MPI_T_{what.kind}_get_num", self._slice.calls
        number = next(
            (
                atoi(calls[i].answers[0])
                for i in reversed(self._slice.objects.calls_of(get_num))
                if i < it.number and calls[i].code == "MPI_SUCCESS"
            ),
            0,
        )
        if self._tool_inits != 0 and 0 <= what.number < number and what not in self._counted_in:
            self._counted_in.add(what)
            name = self._declarations.declare("int", prototype(get_num).parameters[0].name)
            before.append(
                f"if ({get_num}(&{name}) != MPI_SUCCESS || {name} <= {it.text}) {self._leave}"
            )

    def _out_number(self, it: _Argument, before: list[str]) -> str:
        # A look-up may succeed without an answer.
        name = self._declarations.declare(
            base_type(it.type), it.name, "-1" if it.call.function.endswith("_get_index") else ""
        )
        known = prototype(it.call.function)
        texts = (
            [p for p in range(len(known.parameters)) if known.length_of(p) == it.at]
            if name.endswith("_len")
            else []
        )
        if texts:
            room = (
                "(int)earlier"
                if self._buffers.is_compared_with(it.number, it.at)
                else self._buffers.room_for_text(it.number, texts[0])
            )
            before.append(f"{name} = {room};")
        elif (
            name.endswith("_len")
            or name == "num_elements"
            or it.exact
            and it.text == it.call.answers[it.at]
        ):
            before.append(f"{name} = {it.text};")
        return "&" + name

    def _text_buffer(self, it: _Argument, before: list[str]) -> str:
        size = self._buffers.room_for_text(it.number, it.at)
        self._declarations.reserve("char", it.name, min(max(size, 0), 1 << 20) + SPARE_BYTES)
        filling = self._buffers.filling(it.number, it.at, "0")
        if filling:
            before.append(f"memset({it.name}, {filling}, sizeof {it.name});")
        elif it.exact and parse_values(it.call.answers[it.at]).odd:
            before.append(f"memset({it.name}, '#', sizeof {it.name} - 1);")
        return it.name

    def _value_buffer(self, it: _Argument, before: list[str]) -> str:
        values, answer = parse_values(it.text), parse_values(it.call.answers[it.at])
        type = c_type(values.datatype)
        if it.type == "const void *" and type:
            return (
                values.text
                if values.datatype == "MPI_CHAR"
                else f"({type}[]){{{', '.join(values.elements)}}}"
            )
        filling = self._buffers.filling(it.number, it.at, "165")
        filled = filling == EXTENT_FILLING
        if filling and not filled and not values.datatype:
            before.append(f"memset(value, {filling}, sizeof value);")
        count = max(map(len, (values.elements, answer.elements, answer.text, values.text)))
        self._declarations.reserve("long long", "value", count + SPARE_BYTES)
        if filled or it.exact and answer.odd:
            before.append(
                f"memset(value, {EXTENT_FILLING}, sizeof value{'' if filled else ' - 1'});"
            )
        if it.exact and not filled and type:
            for i, element in enumerate(
                values.elements[: min(len(answer.elements), ELEMENTS_COMPARED)]
            ):
                before.append(f"(({type} *)value)[{i}] = {element};")
        return "value"

    def _variable(self, it: _Argument) -> str:
        """Returns the variable of the object that the argument refers to; "" if no call made it."""
        made = self._slice.objects.of(it.number).get(it.at)
        return self._declarations.variable_of(made) if made else ""

    def _opaque(self, it: _Argument) -> str:
        if not is_handle(it.text):
            return it.text
        return self._variable(it) or f"({base_type(it.type)})(size_t)0x{it.text[1:]}"

    def _out_opaque(self, it: _Argument, before: list[str]) -> str:
        type, made = base_type(it.type), Made(it.number, it.at)
        if it.call.function.endswith("_free"):
            gone = self._declarations.declare(type, "gone_" + variable_name(type), null_of(type))
            before.append(f"{gone} = {self._variable(it) or self._opaque(it)};")
            return "&" + gone
        if self._declarations.is_used(made):
            return "&" + self._declarations.variable_of(made)
        name = self._declarations.declare(type, "some_" + variable_name(type), null_of(type))
        if it.exact and not is_handle(it.text):
            before.append(f"{name} = {it.text};")
        return "&" + name

    def _object(self, it: _Argument) -> str:
        variable = self._variable(it)
        if not variable and is_handle(it.text):
            return self._declarations.reserve("char", "anything", 256)
        return "&" + (
            variable
            or self._declarations.declare(
                "MPI_Comm", _COMMUNICATORS.get(it.text, "no_comm"), it.text
            )
        )

    def _array(self, it: _Argument, before: list[str]) -> str:
        length = prototype(it.call.function).length_of(it.at)
        size = 0 if length is None else atoi(it.call.arguments[length])
        elements = (
            ROOM_FOR_ANY_LENGTH
            if self._buffers.is_compared_with(it.number, length)
            else min(max(size, 0), 1 << 16) + SPARE_BYTES
        )
        self._declarations.reserve(base_type(it.type), it.name, elements)
        filling = self._buffers.filling(
            it.number, it.at, "MPI_DATATYPE_NULL" if it.type.startswith("MPI_Datatype") else "-1"
        )
        each = f"for (int i = 0; i < {elements}; ++i) {it.name}[i] = "
        if self._buffers.compares_elements(it.number, it.at):
            before.append(f"{each}-1 - i;  /* no two alike */")
        elif filling == EXTENT_FILLING:
            before.append(f"memset({it.name}, {filling}, sizeof {it.name});")
        elif filling:
            before.append(f"{each}{filling};")
        return it.name

    def _request(self, it: _Argument) -> str:
        """Keeps outstanding requests in one array, in the order in which they began."""
        if it.type == "MPI_Request *":
            self._requests.append(it.call.answers[it.at])
            self._declarations.reserve("MPI_Request", "requests", len(self._requests))
            return f"&requests[{len(self._requests) - 1}]"
        self._declarations.reserve("MPI_Request", "requests", 1)
        first = parse_values(it.text).elements[:1]
        at = self._requests.index(first[0]) if first and first[0] in self._requests else 0
        return f"requests + {at}" if at else "requests"

    def _callback(self, it: _Argument) -> str:
        is_other = bool(self.looked_at_from) and it.number not in self.looked_at_from
        name = callback_name(it.type, other=is_other)
        body = self._declarations.functions.setdefault(name, [])
        for term in self._check.terms:
            if (
                term.counts
                and not body
                and self._slice.calls[term.place.call].function == it.call.function
            ):
                self._declarations.declare("int", "reached", "" if term.others else "1")
                self._declarations.declare("int", "calls")
                self._declarations.declare("int", "others")
                body.append(
                    "++others;"
                    if name.startswith("on_other_")
                    else "if (reached) ++calls; else ++others;"
                )
        return name

    def _user_data(self, it: _Argument) -> str:
        def judges_it(term: Term) -> bool:
            known = prototype(self._slice.calls[term.place.call].function)
            return (
                is_callback(known.function)
                and not term.counts
                and term.place.output.parameter == known.find("user_data")
            )

        if not any(map(judges_it, self._check.terms)):
            return "NULL"
        if it.text not in self._own:
            self._own.append(it.text)
        self._declarations.reserve("char", "own", len(self._own))
        return f"&own[{self._own.index(it.text)}]"
