# SPDX-License-Identifier: BSD-3-Clause
"""Prototypes of C functions, in parts. It needs no PyYAML, as the probe of a package does not."""
import re


class Prototype:
    """The parts of a prototype such as "int f(int a, int b[]);".

    Function pointers and variable arguments are not supported. Raises ValueError for other forms.
    """

    def __init__(self, text):
        match = re.fullmatch(r"([A-Za-z_]\w*) (\w+)\(([^()]*)\);?", re.sub(r"\s+", " ", text))
        if not match:
            raise ValueError(text)
        self.result, self.name, self.parameters = match.groups()
        self.names = []
        for parameter in () if self.parameters == "void" else self.parameters.split(","):
            named = re.fullmatch(r"\s*[A-Za-z_][\w\s*]*[\s*](\w+)\s*(\[\])?\s*", parameter)
            if not named:
                raise ValueError(text)
            self.names.append(named[1])
