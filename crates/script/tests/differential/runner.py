"""Runs programs (a JSON list of source texts) and writes a JSON list of what each printed and which exception it raised.

Dicts are replaced by a class with which `s.name` is `s["name"]`.
"""
import ast
import contextlib
import io
import json
import sys


class Dict(dict):
    __slots__ = ()
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __getattr__(self, name):
        return self[name]

    def copy(self):
        return Dict(self)

    def __or__(self, other):
        return Dict(dict.__or__(self, other))


class Dicts(ast.NodeTransformer):
    def wrapped(self, node):
        self.generic_visit(node)
        call = ast.Call(func=ast.Name(id="dict", ctx=ast.Load()), args=[node], keywords=[])
        return ast.copy_location(call, node)

    visit_Dict = visit_DictComp = wrapped


def run(source):
    out, error = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        try:
            tree = ast.fix_missing_locations(Dicts().visit(ast.parse(source)))
            exec(compile(tree, "program.py", "exec"), {"dict": Dict, "__builtins__": __builtins__})
        except Exception as raised:
            error = repr(raised)
    return out.getvalue(), error


json.dump([run(source) for source in json.load(sys.stdin)], sys.stdout)
