"""Keys of the prompt beyond those of prompt_toolkit: moves and help by function keys."""

from __future__ import annotations

from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

COMMANDS = {
    (Keys.F1,): "help",
    (Keys.F5,): "continue",
    (Keys.F10,): "next",
    (Keys.F22,): "previous",
    (Keys.F11,): "step",
    (Keys.F23,): "back",
    (Keys.Escape, Keys.Down): "step",
    (Keys.Escape, Keys.Up): "back",
    (Keys.ShiftDown,): "next",
    (Keys.ShiftUp,): "previous",
}
"""F22 and F23 are what terminals send for Shift-F10 and Shift-F11; Escape before an arrow is Alt."""


def key_bindings() -> KeyBindings:
    """Keys that enter a whole command; what was typed so far is dropped, and the history is left alone."""
    bindings = KeyBindings()
    for keys, command in COMMANDS.items():
        bindings.add(*keys)(_entering(command))
    return bindings


def _entering(command: str):  # type: ignore[no-untyped-def]
    def enter(event: KeyPressEvent) -> None:
        event.current_buffer.set_document(Document(command), bypass_readonly=True)
        event.app.exit(result=command)

    return enter
