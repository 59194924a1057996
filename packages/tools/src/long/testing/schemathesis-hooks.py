"""Cases that say nothing about an API: what no HTTP server lets through, and what is right once it is written down."""

from urllib.parse import urlencode

import schemathesis

# Bytes that the request line and the headers may have together (Node's default). A longer request is answered 431
# (RFC 6585) before an API sees it. The names of the headers and the token need a part of it.
LONGEST = 16 * 1024 - 3 * 1024
FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


@schemathesis.hook
def filter_case(context, case):
    return fits_into_a_request(case) and not is_right_in_writing(case)


def fits_into_a_request(case):
    made_up = {**(case.path_parameters or {}), **(case.query or {}), **(case.headers or {})}
    return len(urlencode(made_up, doseq=True, errors="replace")) < LONGEST


def is_right_in_writing(case):
    """Whether nothing is wrong but that numbers and booleans stand for text: in a form and a query all values are text."""
    mutations = getattr(case.meta.phase.data, "mutations", ()) if case.meta else ()
    return len(mutations) > 0 and all(
        mutation.keywords == ("type",)
        and mutation.original_value in ("string", "array")
        and mutation.new_value in ("number", "integer", "boolean")
        and (mutation.parameter_location.value == "query" or case.media_type in FORMS)
        for mutation in mutations
    )
