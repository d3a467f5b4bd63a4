"""Extension of griffe, which reads docstrings for the site: one entry per parameter.

NumPy's docstrings share a description among parameters ("graph, device : see bfs()"). Griffe gives all of them the type and the
default of the first one, so each gets an entry of its own.
"""

import re

import griffe

SHARED = re.compile(r"^(\w+(?:, \w+)+)( : [^\n]*)?\n((?:[ ]+[^\n]*\n?)+)", re.MULTILINE)


def separate(found):
    names, kind, text = found.group(1).split(", "), found.group(2) or "", found.group(3)
    return "".join(f"{name}{kind}\n{text if text.endswith(chr(10)) else text + chr(10)}" for name in names)


class SeparateParameters(griffe.Extension):
    def on_object(self, *, obj, loader, **kwargs):
        if obj.docstring:
            obj.docstring.value = SHARED.sub(separate, obj.docstring.value)
