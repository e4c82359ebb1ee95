"""What lies between the program and a server: certificates, proxies, packing, slow errors."""

import gzip
import ipaddress
import json
import ssl
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.model_server import ModelServer
from playground.endpoints.network import Network
from playground.repair.exchange import EndpointFailure, Reply
from tests.endpoints.asking import Seen, ask, fail_to_ask, in_words, no_wait, request_to, run
from tests.support.chat_server import Behaviour, ChatServer, completion, reply, whole

ANSWER = '{"answer": "yes"}'
_BODY = json.dumps(completion(ANSWER)).encode()


def _raw_deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(_BODY)),
        ("GZIP", gzip.compress(_BODY)),
        ("x-gzip", gzip.compress(_BODY)),
        ("gzip", gzip.compress(_BODY[:20]) + gzip.compress(_BODY[20:])),
        ("gzip", gzip.compress(_BODY) + b"\0" * 50),
        ("deflate", zlib.compress(_BODY)),
        ("deflate", _raw_deflate(_BODY)),
        ("identity", _BODY),
    ],
)
def test_a_packed_answer_is_unpacked(encoding: str, packed: bytes) -> None:
    with ChatServer(whole(packed, content_encoding=encoding)) as server:
        assert ask(request_to(server, stream=False)).text == ANSWER


@pytest.mark.parametrize(("encoding", "named"), [("br", "br"), ("zstd", "zstd"), ("gzip, br", "gzip, br"), ("x" * 60, "?")])
def test_a_packing_that_nobody_asked_for_is_named(encoding: str, named: str) -> None:
    with ChatServer(whole(_BODY, content_encoding=encoding)) as server:
        failure = fail_to_ask(request_to(server))
    assert failure.kind == "encoding"
    assert f"“{named}”" in in_words(failure)


def test_many_small_bombs_are_one_big_one() -> None:
    member = gzip.compress(b"[" + b" " * 4_000_000)
    with ChatServer(whole(member * 6, content_encoding="gzip")) as server:
        assert fail_to_ask(request_to(server)).kind == "too_big"


def test_an_error_whose_body_does_not_come_is_told_by_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.endpoints.transport.ERROR_BODY_LIMIT", 0.1)  # seconds

    async def behave(exchange: Any) -> None:
        await exchange.head(401, content_length="100")
        await exchange.until_closed()

    with ChatServer(behave) as server:
        assert fail_to_ask(request_to(server)).kind == "key_missing"


def test_a_proxy_that_wants_a_password_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with ChatServer(whole(b"", 407)) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"):
            monkeypatch.setenv(name, f"http://me:proxy-secret@127.0.0.1:{proxy.port}")
        for scheme in ("http", "https"):
            failure = fail_to_ask(request_to(f"{scheme}://192.0.2.1:8000"))
            assert failure.kind == "proxy_refused"
            assert "proxy-secret" not in repr(failure)


@pytest.mark.parametrize(
    "said",
    [
        "Client sent an HTTP request to an HTTPS server.",
        "<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>",
    ],
)
def test_plain_http_to_a_server_of_https_is_told(said: str) -> None:
    with ChatServer(whole(said.encode(), 400)) as server:
        assert fail_to_ask(request_to(server)).kind == "wants_https"


def test_the_title_of_a_page_is_what_it_says() -> None:
    with ChatServer(whole(b"<html><head><title>502 Bad &amp; gone</title>", 502)) as server:
        assert "502 Bad & gone" in in_words(fail_to_ask(request_to(server)))


def _over_tls(certificate: Path, network: Network | None = None, behaviour: Behaviour | None = None) -> Reply | EndpointFailure:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    async def once(address: str) -> Reply | EndpointFailure:
        request = request_to(address)
        endpoint = ModelServer(read_connection(request.endpoint, "sk-secret", network=network), wait=no_wait)
        try:
            return await endpoint.ask(request, Seen())
        except AskFailed as failed:
            return failed.failure
        finally:
            await endpoint.close()

    with ChatServer(behaviour or reply(ANSWER), tls=context) as server:
        answer = run(once(server.base_url.replace("http:", "https:")))
        if isinstance(answer, EndpointFailure):
            assert server.requests == []
    return answer


def test_a_companys_own_certificate_file_is_trusted(tmp_path: Path) -> None:
    certificate = _write_certificate(tmp_path)
    answer = _over_tls(certificate, Network(ca_file=str(certificate)))
    assert isinstance(answer, Reply)
    assert answer.text == ANSWER


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE"])
def test_a_certificate_file_of_the_environment_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    certificate = _write_certificate(tmp_path)
    monkeypatch.setenv(variable, str(certificate))
    assert isinstance(_over_tls(certificate), Reply)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "vouches only for itself"),
        ({"days": (-9, -1), "trusted": True}, "has expired"),
        ({"days": (1, 9), "trusted": True}, "not valid yet"),
        ({"host": "192.0.2.9", "trusted": True}, "belongs to another server"),
    ],
)
def test_why_a_certificate_does_not_count_is_said_in_words(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    trusted = changes.pop("trusted", False)
    certificate = _write_certificate(tmp_path, **changes)
    failure = _over_tls(certificate, Network(ca_file=str(certificate)) if trusted else None)
    assert isinstance(failure, EndpointFailure)
    assert failure.kind == "certificate"
    assert reason in in_words(failure)


def test_a_certificate_file_that_is_none_is_told(tmp_path: Path) -> None:
    certificate = _write_certificate(tmp_path)
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing", encoding="ascii")
    for path in (empty, tmp_path / "missing.pem", tmp_path):
        failure = _over_tls(certificate, Network(ca_file=str(path)))
        assert isinstance(failure, EndpointFailure)
        assert failure.kind == "ca_file"
        assert str(path) in in_words(failure)


def test_https_to_a_server_of_http_says_that_there_is_no_https() -> None:
    with ChatServer() as server:
        failure = fail_to_ask(request_to(server.base_url.replace("http", "https", 1)))
    assert failure.kind == "tls"
    assert "no https at this port" in in_words(failure)


def _write_certificate(folder: Path, days: tuple[int, int] = (-1, 9), host: str = "127.0.0.1") -> Path:
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "loopback")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return path
