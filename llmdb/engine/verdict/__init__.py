"""Verdicts on the blocks of a run: asked of a model as LDB does, or ranked without one."""
