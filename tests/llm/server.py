"""A loopback OpenAI-compatible endpoint that records requests and plays a script of replies."""

import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any

import pytest

HAS_LITELLM = find_spec("litellm") is not None
NEEDS_LITELLM = pytest.mark.skipif(not HAS_LITELLM, reason="litellm has no release for this Python")

Reply = Callable[["Exchange"], None]


@dataclass
class Exchange:
    """One request, and the means to answer it."""

    handler: BaseHTTPRequestHandler
    body: dict[str, Any]

    def send(self, status: int, text: str, kind: str = "application/json", **headers: str) -> None:
        """A whole response."""
        data = text.encode()
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", kind)
        self.handler.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(data)

    def send_part(self, text: str) -> None:
        """The beginning of a stream whose end nobody knows yet."""
        self.handler.send_response(200)
        self.handler.send_header("Content-Type", "text/event-stream")
        self.handler.send_header("Connection", "close")
        self.handler.end_headers()
        self.handler.wfile.write(text.encode())
        self.handler.wfile.flush()
        self.handler.close_connection = True


def completion(texts: Iterable[str], finish: str = "stop", prompt_tokens: int = 7) -> dict[str, Any]:
    """A chat completion with these choices."""
    choices = [
        {"index": index, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
        for index, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": 3, "total_tokens": prompt_tokens + 3}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": choices,
        "usage": usage,
    }


def chunk(text: str | None, finish: str | None = None) -> str:
    """One event of a stream."""
    delta = {} if text is None else {"role": "assistant", "content": text}
    data = {
        "id": "x",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return f"data: {json.dumps(data)}\n\n"


def says(*texts: str, finish: str = "stop") -> Reply:
    """Answer with these choices, streamed when the request asks for it."""

    def reply(exchange: Exchange) -> None:
        if exchange.body.get("stream"):
            pieces = texts[0].split(" ")
            events = [chunk(piece + " " * (index + 1 < len(pieces))) for index, piece in enumerate(pieces)]
            whole = "".join(events) + chunk(None, finish) + "data: [DONE]\n\n"
            exchange.send(200, whole, "text/event-stream")
        else:
            exchange.send(200, json.dumps(completion(texts, finish)))

    return reply


def fails(status: int, message: str = "no", **headers: str) -> Reply:
    """Answer with an error."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": str(status)}})
    return lambda exchange: exchange.send(status, body, **headers)


def raw(text: str) -> Reply:
    """Answer 200 with this text."""
    return lambda exchange: exchange.send(200, text)


def cut_stream(text: str) -> Reply:
    """Begin to stream and close the connection."""
    return lambda exchange: exchange.send_part(chunk(text))


def drips(text: str, pause_s: float) -> Reply:
    """Stream the text word by word with a pause after each."""

    def reply(exchange: Exchange) -> None:
        exchange.send_part("")
        pieces = [chunk(f"{word} ") for word in text.split(" ")]
        for event in [*pieces, chunk(None, "stop"), "data: [DONE]\n\n"]:
            exchange.handler.wfile.write(event.encode())
            exchange.handler.wfile.flush()
            time.sleep(pause_s)

    return reply


def stalls(seconds: float, text: str = "") -> Reply:
    """Stream the text, then be silent."""

    def reply(exchange: Exchange) -> None:
        if text:
            exchange.send_part(chunk(text))
        time.sleep(seconds)
        exchange.handler.close_connection = True

    return reply


@dataclass
class ModelServer:
    """Plays `script` in order, its last reply again and again; keeps the bodies of the requests."""

    script: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    listing: Reply = field(default_factory=lambda: raw(json.dumps({"data": [{"id": "m"}]})))

    def __post_init__(self) -> None:
        if not HAS_LITELLM:
            pytest.skip("litellm, which asks the server, has no release for this Python")
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

            def do_GET(self) -> None:
                outer.listing(Exchange(self, {}))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(body)
                outer.keys.append(self.headers.get("Authorization"))
                reply = outer.script[min(len(outer.requests), len(outer.script)) - 1]
                try:
                    reply(Exchange(self, body))
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()

    @property
    def base(self) -> str:
        """The address to give as `api_base`."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def plays(self, *replies: Reply) -> None:
        """Set the script."""
        self.script = list(replies)

    def lists(self, reply: Reply) -> None:
        """Set what is answered when the models are asked for."""
        self.listing = reply

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
