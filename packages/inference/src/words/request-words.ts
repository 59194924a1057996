/** Names of parameters that expand references, without case and separators. */
export const expandParameters = 'expand include includes embed populate';

/** Names of parameters that select members. */
export const fieldParameters = 'fields select only';

/** Names of members with the number of requested results. */
export const wantedCounts = /^(?:n|count|num_?\w+)$/i;

/** Request members with an idempotency key. */
export const repeatKeys: ReadonlySet<string> = new Set(['idempotencykey', 'idempotentkey']);

/** Names of objects whose members are filters. */
export const filterHolders = /^(?:query|where|search|criteria|conditions|params)$|filters?$/;

/** Words that a request updates a record or creates it. */
export const upserting =
  /\b(?:creates?|adds?)(?: a new \w+)? (?:or|and) (?:update|replace|modif|change)|\bupdates? or (?:create|add)|\bupsert/i;
