"""What a program can see of the interpreter is the same when it is recorded: beside a run by the interpreter itself."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from llmdb.runner.model import RunOptions
from tests.runner.programs import program, record, run

OPTIONS = replace(RunOptions(), checkpoints=0)
PROGRAMS = {
    "a profile function": """\
        import sys
        class A:
            def __init__(self):
                self.x = 1
            def m(self):
                self.x += 1
                yield self.x
        def f(n):
            xs = []
            for i in range(n):
                xs.append(i)
            return sorted(xs, key=lambda v: -v)
        seen = []
        def hear(frame, event, argument):
            called = argument.__name__ if event.startswith("c_") else frame.f_code.co_name
            seen.append((event, called))
        sys.setprofile(hear)
        f(3)
        list(A().m())
        sys.setprofile(None)
        print(sys.getprofile(), seen)
        """,
    "a profile function that is left on": """\
        import sys
        heard = 0
        def hear(frame, event, argument):
            global heard
            heard += 1
        sys.setprofile(hear)
        xs = [1]
        for i in range(2_000):
            xs.append(i)
            {}.update({i: xs})
        print(heard)
        """,
    "a trace function": """\
        import sys
        seen = []
        def hear(frame, event, argument):
            seen.append((event, frame.f_code.co_name))
            return hear
        def f(xs):
            xs.append(1)
            xs[0] = 2
            return max(xs, key=lambda x: x)
        sys.settrace(hear)
        f([])
        sys.settrace(None)
        print(seen)
        """,
    "profile functions of threads": """\
        import sys, threading
        seen = []
        def hear(frame, event, argument):
            seen.append((event, frame.f_code.co_name))
        def work():
            xs = [1]
            xs.append(2)
        threading.setprofile(hear)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        print([row for row in seen if row[1] in ("work", "run", "_bootstrap_inner", "before_call")])
        """,
    "recursion limits": """\
        import sys
        print(sys.getrecursionlimit())
        class Box:
            def __init__(self, n):
                self.n = n
        def f(rows, n):
            rows.append(n)
            box = Box(n)
            rows[0] = {n: box}
            rows[0][n] = [box]
            rows[0].update({1: 2})
            f(rows, n + 1)
        for limit in (15, 50, 300):
            sys.setrecursionlimit(limit)
            rows = [0]
            try:
                f(rows, 1)
            except RecursionError as error:
                caught = error
            sys.setrecursionlimit(1000)
            print(limit, len(rows), str(caught).split(" in ")[0].split(" while ")[0])
        """,
    "recursion limits that are too low": """\
        import sys
        def f(n):
            if n:
                return f(n - 1)
            for limit in (0, 3, 5, "x", 10**12):
                try:
                    sys.setrecursionlimit(limit)
                except Exception as error:
                    print(type(error).__name__, error)
            print(sys.getrecursionlimit())
        f(4)
        """,
    "iterators that were doubled": """\
        import copy, itertools
        class Value:
            def __init__(self, n):
                self.n = n
            def __del__(self):
                print("gone", self.n)
        def values():
            for i in range(3):
                print("made", i)
                yield Value(i)
        a, b = itertools.tee(values())
        next(a), next(a)
        print("two of a")
        next(b)
        c = copy.copy(b)
        del b
        print(next(c).n)
        del c, a
        x, y, z = itertools.tee(iter([1, 2, 3]), 3)
        print(list(zip(x, y)), list(z))
        """,
    "classes and functions that die": """\
        from gc import collect
        import abc, collections, functools, weakref
        def died(*references):
            collect()
            print([reference() is None for reference in references])
        class A:
            def m(self):
                return __class__
        made = weakref.ref(A)
        a = A()
        a.m()
        a.x = 1
        del a
        died(made)
        del A
        died(made)
        def many():
            class Slots:
                __slots__ = ("y", "__weakref__")
            class Base(abc.ABC):
                @functools.cached_property
                def rows(self):
                    return [1]
                @classmethod
                def make(cls):
                    return cls()
            class Inner(Base):
                def make_other(self):
                    return super().make()
            class Error(Exception):
                pass
            class Rows(list):
                pass
            Pair = collections.namedtuple("Pair", "x y")
            slots, inner, rows = Slots(), Inner.make(), Rows()
            slots.y = Pair(1, [2])._replace(x=3)
            inner.make_other().rows.append(inner)
            Inner.again = inner
            inner.by = {inner: slots}
            rows.append(rows)
            rows.k = 1
            try:
                raise Error(rows)
            except Error:
                pass
            return [weakref.ref(value) for value in (Slots, Base, Inner, Error, Rows, Pair, slots, inner, rows)]
        died(*many())
        def functions():
            def f():
                return f
            def g():
                return 1
            f.x = f
            A = type("A", (), {"n": [f]})
            return weakref.ref(f), weakref.ref(g), weakref.ref(A)
        died(*functions())
        class Base:
            pass
        class Derived(Base):
            pass
        Derived.n = 1
        kept = Derived()
        print(len(Base.__subclasses__()))
        del Derived
        collect()
        print(len(Base.__subclasses__()), kept.n)
        del kept
        collect()
        print(len(Base.__subclasses__()))
        """,
    "generators that are thrown into and closed": """\
        def lines(error):
            trace, found = error.__traceback__, []
            while trace:
                found.append((trace.tb_frame.f_code.co_name, trace.tb_lineno))
                trace = trace.tb_next
            return found
        def g():
            while True:
                try:
                    print("got", (yield 1))
                except ValueError as error:
                    print("caught", error, error.__context__)
                    try:
                        yield "v"
                    except KeyError:
                        raise RuntimeError("inner")
                finally:
                    print("at last")
        def outer():
            print("result", (yield from g()))
        for make in (g, outer):
            it = make()
            print(next(it), it.throw(ValueError("a")), it.gi_frame.f_lineno, it.gi_suspended)
            try:
                it.throw(KeyError("k"))
            except RuntimeError as error:
                print(repr(error.__context__), repr(error.__context__.__context__), lines(error))
            it = make()
            next(it)
            it.close()
            print(it.gi_frame)
            try:
                make().throw(ValueError)
            except ValueError as error:
                print(lines(error))
        def stays():
            try:
                yield
            except GeneratorExit:
                yield
        it = stays()
        next(it)
        try:
            it.close()
        except RuntimeError as error:
            print(error)
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_recorded_program_sees_what_it_sees_without_llmdb(name: str, tmp_path: Path) -> None:
    text, file = dedent(PROGRAMS[name]), tmp_path / "p.py"
    file.write_text(text)
    plain = subprocess.run([sys.executable, str(file)], capture_output=True, text=True)
    assert (plain.returncode, plain.stderr) == (0, "")
    recorded = record(program(text, path=file), OPTIONS)
    assert recorded.recording.outcome.kind == "finished"
    assert recorded.trace.stdout == plain.stdout
    assert run(program(text, path=file), OPTIONS).stdout == plain.stdout


def test_changes_at_the_recursion_limit_are_recorded_or_it_is_said_that_they_are_not() -> None:
    recorded = record(
        "import sys\nsys.setrecursionlimit(60)\n"
        "def f(n, rows):\n    rows.append(n)\n    f(n + 1, rows)\n"
        "rows = []\ntry:\n    f(0, rows)\nexcept RecursionError:\n    pass\nx = len(rows)\n",
        OPTIONS,
    )
    state, outcome = recorded.trace.state(len(recorded.trace)), recorded.recording.outcome
    missing = int(state["x"].repr) - len(eval(state["rows"].repr))
    assert missing in (0, 1)
    assert outcome.detail == ("1 change at the recursion limit is not recorded" if missing else "")
