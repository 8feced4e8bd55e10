"""Static control dependence: which conditions of a scope decide whether a block runs."""

from llmdb.program.graph import ControlFlowGraph, Exit
from llmdb.types import BlockId

_EXIT = 0


def controllers(cfg: ControlFlowGraph) -> dict[BlockId, frozenset[BlockId]]:
    """For each block, the branching blocks of its scope that have a way to it and a way past it."""
    ways = controlling_ways(cfg)
    return {block: frozenset(number for number, _ in found) for block, found in ways.items()}


def controlling_ways(cfg: ControlFlowGraph) -> dict[BlockId, frozenset[tuple[BlockId, Exit]]]:
    """For each block the branching blocks that decide about it, each with the exit that leads to it."""
    out: dict[BlockId, set[tuple[BlockId, Exit]]] = {block.id: set() for block in cfg.blocks}
    for scope in cfg.scopes:
        after = _post_dominators(cfg, scope.blocks)
        for number in scope.blocks:
            ways = cfg.block(number).next
            count = len(set(ways.values()))
            if count < 2 and not (cfg.block(number).condition and ways):
                continue
            apart = _reached(cfg, scope.blocks[0], number) if count < 2 else set()
            for way, target in ways.items():
                for met in after.get(target, frozenset()):
                    if met != _EXIT and met not in apart and (met == number or met not in after[number]):
                        out[met].add((number, way))
    return {block: frozenset(found) for block, found in out.items()}


def _post_dominators(cfg: ControlFlowGraph, blocks: tuple[BlockId, ...]) -> dict[BlockId, frozenset[BlockId]]:
    everything = frozenset(blocks) | {_EXIT}
    after: dict[BlockId, frozenset[BlockId]] = dict.fromkeys(blocks, everything)
    after[_EXIT] = frozenset({_EXIT})
    changed = True
    while changed:
        changed = False
        for number in reversed(blocks):
            block = cfg.block(number)
            ways = set(block.next.values()) & everything
            if not ways or (block.condition and len(block.next) < 2):
                ways.add(_EXIT)
            common = frozenset.intersection(*(after[way] for way in ways)) | {number}
            if common != after[number]:
                after[number], changed = common, True
    return after


def _reached(cfg: ControlFlowGraph, first: BlockId, without: BlockId) -> set[BlockId]:
    """What a scope's first block leads to when `without` is not passed."""
    found: set[BlockId] = set()
    todo = [first]
    while todo:
        number = todo.pop()
        if number not in found and number != without:
            found.add(number)
            todo.extend(cfg.block(number).next.values())
    return found
