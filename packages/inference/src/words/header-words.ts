/** Headers that only the server sets, because they describe the message or the connection. */
export const messageHeaders =
  /^(?:connection|content-(?:encoding|length|type|security-policy)|date|keep-alive|server|te|trailer|transfer-encoding|upgrade|via|access-control-.*|x-request-id|x-content-type-options|strict-transport-security)$/;

/** Headers whose values must be computed or apply only in some cases. */
export const caseHeaders =
  /^(?:age|allow|cache-control|content-(?!disposition).*|deprecation|etag|expires|idempotent-replayed|last-modified|link|location|pragma|preference-applied|sunset|vary|warning|www-authenticate|set-cookie)$|page|total|count|cursor|offset|next|prev|deprecat|replay|continu/;
