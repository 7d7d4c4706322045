"""Finds what is said in source files: the templates of phrases, and what else is told to players."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import Formatter
from typing import TypeAlias

Message: TypeAlias = tuple[str, ...]
"""A template, or the two forms of a plural."""

_TEMPLATES: Mapping[str, Sequence[int | str]] = {
    "phrase": (0,),
    "command": (1,),
    "order": (1,),
    "_switch": (1,),
    "Question": (0, "help"),
    "Meta": ("description",),
    "Field": ("description",),
    "right": (0,),
}
"""Which arguments of a call are templates, by place or name."""
_BY_NAME = (ast.Attribute,)
"""A template that an object has is found where the object is made."""


class Unreadable(ValueError):
    """A template is no literal, and no name of literals that stand in the same file."""


def messages(path: Path) -> Iterator[tuple[int, Message]]:
    """Yield what is said in a file, with the line where it stands. Raises Unreadable."""
    module = ast.parse(path.read_text("utf-8"))
    yield from _messages(module, [module], path)


def _messages(node: ast.AST, scopes: list[ast.AST], path: Path) -> Iterator[tuple[int, Message]]:
    """Yield what is said within a node; `scopes` are the functions around it, the module first."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        scopes = [*scopes, node]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        for message in _called(node, node.func.id, scopes, path):
            if any(_says_something(form) for form in message):
                yield node.lineno, message
    for child in ast.iter_child_nodes(node):
        yield from _messages(child, scopes, path)


def _called(call: ast.Call, name: str, scopes: list[ast.AST], path: Path) -> Iterator[Message]:
    read = partial(_read, scopes=scopes, where=f"{path}:{call.lineno}")
    if name == "plural":
        yield from zip(*(read(argument) for argument in call.args[:2]), strict=True)
    for argument in _arguments(call, _TEMPLATES.get(name, ())):
        if not isinstance(argument, _BY_NAME):
            yield from ((template,) for template in read(argument))


def _arguments(call: ast.Call, which: Sequence[int | str]) -> Iterator[ast.expr]:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    for each in which:
        if isinstance(each, str) and each in named:
            yield named[each]
        elif isinstance(each, int) and each < len(call.args):
            yield call.args[each]


def _read(node: ast.expr, scopes: list[ast.AST], where: str) -> list[str]:
    """Give all that a template can be: literals, chosen here or by a name. Raises Unreadable."""
    read = partial(_read, scopes=scopes, where=where)
    match node:
        case ast.Constant(str(template)):
            return [template]
        case ast.IfExp(body=one, orelse=other):
            return [*read(one), *read(other)]
        case ast.Dict(values=values):
            return [template for value in values for template in read(value)]
        case ast.Subscript(value=several):
            return read(several)
        case ast.Call(func=ast.Attribute(value=several, attr="get"), args=[_, *default]):
            return [*read(several), *(template for each in default for template in read(each))]
        case ast.Name(id=name):
            for scope in reversed(scopes):
                if isinstance(scope, ast.FunctionDef) and scope.name in _TEMPLATES and name in _parameters(scope):
                    return []  # it is found where that function is called
                if values := [*_assigned(scope, name)]:
                    return [template for value in values for template in read(value)]
    raise Unreadable(f"{where}: {ast.unparse(node)} is no literal, nor a name of literals of this file")


def _assigned(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield what is assigned to a name in a scope."""
    for node in ast.walk(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(names)], value=ast.Tuple(values)):
                yield from (
                    value
                    for target, value in zip(names, values, strict=True)
                    if isinstance(target, ast.Name) and target.id == name
                )
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                yield value
            case ast.NamedExpr(target=ast.Name(id=found), value=value) if found == name:
                yield value


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]


def _says_something(template: str) -> bool:
    """Tell whether there are letters outside the fields."""
    return any(letter.isalpha() for literal, *_ in Formatter().parse(template) for letter in literal)
