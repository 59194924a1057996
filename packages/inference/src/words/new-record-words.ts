/** Names of members that count something, which is 0 for a new record. */
export const countMembers =
  /^(?:num|number|count|total|times)(?:of)?[a-z]*s$|(?:count|counts|usage|hits|views|retries|attempts)$/;

/** Names of members that count the contents of a record. */
export const contentCounts = /^current(?:size|count)$|^(?:member|item|participant)s?count$/;

/** Names of flags that are true in a new record. */
export const positiveFlags = /^(?:is|has)?(?:active|enabled|open|available|valid|visible|live|success|ok|member)$/;

/** Suffixes of timestamp names: of strings with a format, and of strings without one. */
export const instantEndings = {
  formatted: /(?:^| )(?:at|on|date|time|timestamp)$/,
  bare: /(?:^| )(?:at|date)$|edat$|(?:start|end|birth|due)date$/,
} as const;

/** Names of members with the URL of the record itself. */
export const ownAddresses = 'url self href selflink uri selfuri resourceurl resourceuri';

/** Names of members with the type of the record: all candidates, and those that always contain it. */
export const ownKinds = { all: 'object type kind resourcetype', always: 'resourcetype' } as const;

/** Names of members with the origin of a record. For records created through the API, the value ends in "api". */
export const originMembers = 'direction source origin createdvia createdby';

/** Names of members with a credential that the server issues. */
export const credentials = /(?:secret|token|apikey|accesskey|signingkey)$/;
export const secrets = /secret$/i;

/** Suffix of origins that mean that a record was created through the API. */
export const apiOrigins = /(?:^|[-_])api$/i;
