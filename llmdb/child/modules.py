"""Modules of the program that are run from the text that llmdb has of them, woven where they are recorded."""

import importlib.util
import os
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, NamedTuple

_PACKAGE = "__init__.py"


class ModuleText(NamedTuple):
    """One module: its name, its file, its text, and how many lines stand before that in the program's text."""

    name: str
    path: str
    text: str
    before: int

    def compile(self) -> CodeType:
        """Its code, with the lines and the file name that `import` would give it."""
        return compile(self.text, self.path, "exec", dont_inherit=True)


class GivenModules(MetaPathFinder):
    """Finds the modules that there are texts of, before any other finder does.

    Args:
        code_of: gives the code that a module executes.
        begins: is told of a new module and of the mapping of its variables.
    """

    def __init__(
        self,
        modules: Sequence[ModuleText],
        code_of: Callable[[ModuleText], CodeType],
        begins: Callable[[ModuleText, dict[str, Any]], None],
    ) -> None:
        self.modules: Mapping[str, ModuleText] = {module.name: module for module in modules}
        self._code_of, self._begins = code_of, begins

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of one of the modules, as that of its file would be."""
        module = self.modules.get(fullname)
        if module is None:
            return None
        folder = os.path.dirname(module.path)
        return importlib.util.spec_from_file_location(
            fullname,
            module.path,
            loader=_Loader(module, self._code_of, self._begins),
            submodule_search_locations=[folder] if os.path.basename(module.path) == _PACKAGE else None,
        )


class _Loader(SourceFileLoader):
    """Loads a module from its text; that it is one of files leaves tracebacks as they are without llmdb."""

    def __init__(
        self,
        module: ModuleText,
        code_of: Callable[[ModuleText], CodeType],
        begins: Callable[[ModuleText, dict[str, Any]], None],
    ) -> None:
        super().__init__(module.name, module.path)
        self._module, self._code_of_module, self._begins = module, code_of, begins

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A new module, as the import system makes one."""
        module = ModuleType(spec.name)
        self._begins(self._module, module.__dict__)
        return module

    def get_code(self, fullname: str) -> CodeType:
        """The code to execute."""
        return self._code_of_module(self._module)

    def get_source(self, fullname: str) -> str:
        """The text."""
        return self._module.text
