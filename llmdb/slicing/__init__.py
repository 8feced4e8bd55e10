"""Dynamic dependencies of a recording: who wrote what a step read, and which condition let it run."""

from llmdb.slicing.dependencies import Control, Dependencies, Read, Writer
from llmdb.slicing.slices import DynamicSlice, SliceStep, slice_backward, slice_forward

__all__ = [
    "Control",
    "Dependencies",
    "DynamicSlice",
    "Read",
    "SliceStep",
    "Writer",
    "slice_backward",
    "slice_forward",
]
