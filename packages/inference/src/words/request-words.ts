/** Names of parameters that expand references, without case and separators. */
export const expandParameters = 'expand include includes embed populate';

/** Names of parameters that select members. */
export const fieldParameters = 'fields select only';

/** Names of members with the number of results that a request asks for. */
export const wantedCounts = /^(?:n|count|num_?\w+)$/i;

/** Members of a request with the key by which a repeated one is known. */
export const repeatKeys: ReadonlySet<string> = new Set(['idempotencykey', 'idempotentkey', 'clientrequesttoken']);
