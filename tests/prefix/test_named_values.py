"""What names alone say of values that the program only hands on; each prefix is run."""

import inspect

import pytest

from llmdb.prefix.space import Choice, Space


def _names(text: str, *available: str) -> dict[str, object]:
    """What the first guess at a snippet's prefix defines."""
    names: dict[str, object] = {}
    exec(Space(text, "module", frozenset(available)).compose(Choice()).code, names)
    return names


def test_a_dictionary_that_is_handed_on_holds_what_its_name_says() -> None:
    names = _names("send(headers, settings)\nprint(headers.get(key))\nstore(table)\n")
    assert names["headers"] != names["settings"]
    assert isinstance(names["headers"], dict)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("frames", str),
        ("old_handlers", str),
        ("sizes", int),
        ("prices", float),
        ("args", int),
    ],
)
def test_several_things_that_are_handed_on_are_named_unless_they_are_numbers(name: str, kind: type) -> None:
    (found,) = [_names(f"store({name})\n")[name]]
    assert isinstance(found, list)
    assert {type(one) for one in found} == {kind}


def test_several_things_that_are_summed_are_numbers() -> None:
    found = _names("print(sum(entrants))\n")["entrants"]
    assert isinstance(found, list)
    assert all(isinstance(one, int) for one in found)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pool_maxsize", int),
        ("max_keepalive", int),
        ("trust_env", bool),
        ("connect_failed", bool),
        ("hidden", bool),
        ("byte_array", bytes),
        ("iterable", list),
    ],
)
def test_a_name_tells_the_type_of_what_is_handed_on(name: str, kind: type) -> None:
    assert type(_names(f"store({name})\n")[name]) is kind


def test_a_handler_that_is_handed_on_can_be_called() -> None:
    assert callable(_names("register(handler)\n")["handler"])


def test_a_cache_is_empty_where_the_program_makes_what_it_does_not_find() -> None:
    text = "found = cache.get(key)\nif found is None:\n    cache[key] = found = make(key)\nprint(found)\n"
    assert _names(text)["cache"] == {}


def test_a_function_that_changes_a_text_a_little_gives_the_text() -> None:
    names = _names("print(normalize_name(name).upper())\n")
    assert names["normalize_name"]("Lima") == "Lima"  # type: ignore[operator]


def test_what_a_function_gives_is_not_called_by_its_verb() -> None:
    assert _names("print(self.get_signature())\n")["self"].get_signature() == "signature"  # type: ignore[attr-defined]


def test_bytes_are_given_where_the_name_of_the_function_says_so() -> None:
    names = _names("data = to_bytes(message)\ndata += tail\n")
    assert isinstance(names["to_bytes"]("x"), bytes)  # type: ignore[operator]


def test_what_makes_an_exception_is_a_class_of_one() -> None:
    made = _names("self.problem = exc_type(text)\n")["exc_type"]
    assert inspect.isclass(made)
    assert issubclass(made, Exception)


def test_something_of_the_same_class_has_what_is_used_of_it() -> None:
    text = (
        "if not isinstance(other, self.__class__):\n    raise TypeError\nprint(self.value == other.value)\n"
    )
    names = _names(text)
    assert isinstance(names["other"], type(names["self"]))
    assert "__class__" not in names


def test_the_name_of_a_built_in_type_in_that_of_a_class_means_that_type() -> None:
    assert _names("print(isinstance(value, builtin_str))\n")["builtin_str"] is str


def test_a_package_is_not_imported_for_a_text_of_the_same_name() -> None:
    assert isinstance(_names('print(attr.startswith("__"))\n', "attr")["attr"], str)
    assert isinstance(_names("print(attr)\nstore(attr)\n", "attr")["attr"], str)


def test_a_package_that_needs_nothing_is_imported_where_its_name_is_used() -> None:
    assert inspect.ismodule(_names('raise click.BadParameter("no")\n', "click")["click"])


def test_what_is_entered_by_hand_gives_itself() -> None:
    file = _names("self.file = opened.__enter__()\n")["opened"]
    assert file.__enter__() is file  # type: ignore[attr-defined]


def test_a_name_of_which_a_character_is_looked_at_is_a_text() -> None:
    assert isinstance(
        _names('if name[0] == "_":\n    raise AttributeError(name)\nprint(name)\n')["name"], str
    )


def test_indices_are_numbers() -> None:
    found = _names("store(indices)\n")["indices"]
    assert isinstance(found, list)
    assert all(isinstance(one, int) for one in found)


def test_what_is_mapped_is_a_function() -> None:
    names = _names("found = list(map(describe, self.tokens))\nprint(list(filter(self.is_open, found)))\n")
    assert callable(names["describe"])
    assert callable(names["self"].is_open)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("done = form.cleaned.get('removed', False)\n", '{"removed": True}'),
        ("url = self.base + path\n", 'self = SimpleNamespace(base="base")'),
        ("for line in code.splitlines():\n    if ' = ' not in line:\n        print(line)\n", "name = value"),
        ("parser.error('no file')\n", "class Parser:\n    def error(self, text):\n"),
        ("out = {'by': thing.build_by}\n", "build_by="),
    ],
)
def test_what_little_is_done_with_a_value_tells_its_kind(code: str, definition: str) -> None:
    assert definition in Space(code, "module", frozenset()).compose(Choice()).code


def test_a_module_of_another_system_is_made_up() -> None:
    assert (
        "import winreg"
        not in Space("print(winreg.HKEY_CLASSES_ROOT)\n", "module", frozenset()).compose(Choice()).code
    )
