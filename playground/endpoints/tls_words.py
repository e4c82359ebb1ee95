"""Why a secure connection did not come about, in words."""

import ssl

from playground.words.text import Text, text

# By the numbers of OpenSSL's X509_V_ERR_….
_CERTIFICATES = {
    9: "not_yet",
    10: "expired",
    18: "self_signed",
    19: "unknown_issuer",
    20: "unknown_issuer",
    21: "unknown_issuer",
    23: "revoked",
    62: "other_host",
    64: "other_host",
}
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE", "UNKNOWN_PROTOCOL"})


def word_certificate(error: ssl.SSLCertVerificationError) -> Text:
    """Why the certificate does not count."""
    known = _CERTIFICATES.get(error.verify_code)
    return Text(f"endpoints.certificate.{known}") if known else text("endpoints.certificate.other", reason=error.verify_message)


def word_handshake(error: ssl.SSLError) -> Text:
    """Why the two could not agree; the library's own word where there is no better one."""
    reason = error.reason or type(error).__name__
    if reason in _NO_TLS:
        return Text("endpoints.tls.plain")
    if "PROTOCOL_VERSION" in reason or "UNSUPPORTED_PROTOCOL" in reason:
        return Text("endpoints.tls.too_old")
    if "CERTIFICATE_REQUIRED" in reason or "BAD_CERTIFICATE" in reason:
        return Text("endpoints.tls.client_certificate")
    return text("endpoints.tls.other", reason=reason)
