"""The stand-in: one small class, put into a prefix as source, that answers every operation plausibly."""

STAND_IN = '''\
class StandIn:
    """Stands in for an object that is not here: any operation on it gives something plausible."""

    elements = returns = None
    _tests = {}

    def __init__(self, *args, **known):
        if type(self) is StandIn and args:
            self.__dict__["stands_for"] = args[0]
        self.__dict__.update(known)

    def _after(self, way):
        name = self.__dict__.get("stands_for")
        return StandIn(f"{name}{way}"[:60]) if name else StandIn()

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, self._after(f".{name}"))

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and callable(args[0]) and self.returns is None:
            return args[0]
        return self._after("()") if self.returns is None else self.returns

    def __getitem__(self, key):
        return self._after("[...]") if self.elements is None else self.elements[key]

    def __iter__(self):
        return iter([self._after("[0]"), self._after("[1]")] if self.elements is None else self.elements)

    def __array__(self, *args, **kwargs):
        return __import__("numpy").fromiter(self, object)

    def __bool__(self):
        self._tests[id(self)] = self._tests.get(id(self), 0) + 1
        return self._tests[id(self)] < 50

    def __eq__(self, other):
        return self is other

    def __mro_entries__(self, bases):
        return (StandIn,)

    async def _wait(self):
        return self._after("") if self.returns is None else self.returns

    def __await__(self):
        return self._wait().__await__()

    async def __aiter__(self):
        for item in self:
            yield item

    def _same(self, *args):
        return self

    async def _same_later(self, *args):
        return self

    async def _leave_later(self, *args):
        return False

    def _new(self, *args):
        return self._after("")

    def _yes(self, *args):
        return True

    def _nothing(self, *args):
        return None

    __hash__ = object.__hash__
    __enter__, __aenter__, __aexit__ = _same, _same_later, _leave_later
    __len__ = __int__ = __index__ = lambda self: 2
    __float__ = lambda self: 2.0
    __str__ = __format__ = __fspath__ = lambda self, spec="": "stand-in"
    __contains__ = __instancecheck__ = __subclasscheck__ = __lt__ = __le__ = __gt__ = __ge__ = _yes
    __setitem__ = __delitem__ = __exit__ = _nothing
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _new
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = _new
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rshift__ = __rlshift__ = _new
    __neg__ = __pos__ = __abs__ = __invert__ = __round__ = __rrshift__ = _new
'''
