"""Holds bodies of requests against the types of the providers' libraries.

Reads a JSON array of {"provider": ..., "body": ...} on standard input, and prints a line for each
problem. The libraries do not check what they are given, so this walks through their types.
"""

import collections.abc
import json
import sys
import types as builtin_types
import typing

import typing_extensions
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from google.genai import types as gemini
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming

REQUIRED = (typing_extensions.Required, typing.Required)
WRAPPERS = (*REQUIRED, typing_extensions.NotRequired, typing.NotRequired)
ARRAYS = (list, collections.abc.Iterable, collections.abc.Sequence)
OBJECTS = (dict, collections.abc.Mapping)


def problem(value, kind, place):
    """The first reason for which a value is not of a type, or None."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind in (typing.Any, object):
        return None
    if origin in WRAPPERS or origin is typing.Annotated:
        return problem(value, arguments[0], place)
    if origin in (typing.Union, builtin_types.UnionType):
        reasons = [problem(value, argument, place) for argument in arguments]
        return None if None in reasons else f"{place}: {value!r} is none of the {len(reasons)} types"
    if origin in (typing.Literal, typing_extensions.Literal):
        return None if value in arguments else f"{place}: {value!r} is not one of {arguments}"
    if origin in ARRAYS:
        if not isinstance(value, list):
            return f"{place}: {value!r} is no array"
        reasons = (problem(item, arguments[0], f"{place}[{at}]") for at, item in enumerate(value))
        return next(filter(None, reasons), None)
    if origin in OBJECTS or kind is dict:
        return None if isinstance(value, dict) else f"{place}: {value!r} is no object"
    if typing_extensions.is_typeddict(kind):
        return problem_of_members(value, kind, place)
    if kind is float:
        kind = (int, float)
    if isinstance(value, bool) and kind is not bool:
        return f"{place}: {value!r} is no {kind}"
    return None if isinstance(value, kind) else f"{place}: {value!r} is no {kind}"


def problem_of_members(value, kind, place):
    if not isinstance(value, dict):
        return f"{place}: {value!r} is no {kind.__name__}"
    members = typing_extensions.get_type_hints(kind, include_extras=True)
    required = {name for name, kind in members.items() if typing.get_origin(kind) in REQUIRED}
    missing = required - value.keys()
    unknown = value.keys() - members.keys()
    if missing or unknown:
        return f"{place}: {kind.__name__} misses {sorted(missing)} and does not know {sorted(unknown)}"
    reasons = (problem(item, members[name], f"{place}.{name}") for name, item in value.items())
    return next(filter(None, reasons), None)


GEMINI = {
    "contents": list[gemini.Content],
    "systemInstruction": gemini.Content,
    "generationConfig": gemini.GenerationConfig,
}


def problem_for_gemini(body):
    import pydantic

    for name, value in body.items():
        if name not in GEMINI:
            return f"body does not know {name}"
        try:
            pydantic.TypeAdapter(GEMINI[name]).validate_python(value)
        except pydantic.ValidationError as error:
            return f"body.{name}: {error}"
    return None if "contents" in body else "body misses contents"


def check(provider, body):
    if provider == "gemini":
        return problem_for_gemini(body)
    kind = {"openai": CompletionCreateParamsStreaming, "anthropic": MessageCreateParamsStreaming}[provider]
    return problem(body, kind, "body")


for number, sent in enumerate(json.load(sys.stdin)):
    if found := check(sent["provider"], sent["body"]):
        print(f"{number} {sent['provider']}: {found}".replace("\n", " "))
