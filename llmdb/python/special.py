"""The names by which Python's syntax runs methods, and by which programs reach names and attributes in other ways."""

CALLED = frozenset(
    {"__init__", "__new__", "__call__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__post_init__"}
    | {"__init_subclass__", "__class_getitem__", "__main__"}
)
"""Special methods that only calls and `with` run."""
PROPERTIES = frozenset({"property", "cached_property"})
SETTING = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
"""Functions that set or delete an attribute whose name is computed."""
CACHES = frozenset({"cache", "lru_cache"})
OPENING = frozenset({"__dict__", "vars"})
"""What gives the mapping that holds an object's attributes."""
BINDING = frozenset(
    {"exec", "eval", "globals", "locals", "vars", "modules", "__main__", "f_globals", "__globals__"}
)
"""What names can be bound with that the source does not bind."""
THREADS = frozenset(
    {"threading", "Thread", "Timer", "ThreadPoolExecutor", "ThreadPool", "start_new_thread", "to_thread"}
    | {"run_in_executor", "socketserver", "ThreadingMixIn"}
)
"""What starts threads."""
ITEM_METHODS = frozenset({"__setitem__", "__delitem__", "__iadd__", "__ior__"})

INPLACE_OPERATORS = {
    "+=": "add", "&=": "and", "//=": "floordiv", "<<=": "lshift", "@=": "matmul", "*=": "mul", "%=": "mod",
    "|=": "or", "**=": "pow", ">>=": "rshift", "-=": "sub", "/=": "truediv", "^=": "xor",
}  # fmt: skip
"""What their methods are called, without the underscores; in the order of the interpreter's numbers."""


def is_special(name: str) -> bool:
    """Whether operators, items, attributes, loops or tests may call a method of this name."""
    return name.startswith("__") and name.endswith("__") and name not in CALLED
