/** Names of parameters that expand references, without case and separators. */
export const expandParameters = 'expand include includes embed populate';

/** Names of parameters that select members. */
export const fieldParameters = 'fields select only';

/** Names of members with the number of requested results. */
export const wantedCounts = /^(?:n|count|num_?\w+)$/i;

/** Request members with an idempotency key. */
export const repeatKeys: ReadonlySet<string> = new Set(['idempotencykey', 'idempotentkey', 'clientrequesttoken']);
