"""Fixtures that several folders of tests share."""

from collections.abc import Iterator

import pytest

from tests.llm.server import ModelServer


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A loopback endpoint that records requests and plays the script given by `plays`."""
    server = ModelServer()
    yield server
    server.close()
