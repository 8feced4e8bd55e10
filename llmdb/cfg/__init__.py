"""The control-flow graph of a snippet: basic blocks in ORCA's shape, tied to bytecode by position."""

from llmdb.cfg.build import build_cfg
from llmdb.cfg.model import BasicBlock, ControlFlowGraph, Level, Scope, Unit

__all__ = ["BasicBlock", "ControlFlowGraph", "Level", "Scope", "Unit", "build_cfg"]
