"""Tests reach nothing beyond this machine."""

import socket

import pytest


def test_a_connection_to_elsewhere_is_refused() -> None:
    with socket.socket() as client, pytest.raises(UserWarning, match="tried to use socket"):
        client.connect(("192.0.2.1", 80))


def test_loopback_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
