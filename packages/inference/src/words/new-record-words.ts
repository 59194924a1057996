/** Names of members that count something that a new record does not have yet. */
export const countMembers =
  /^(?:num|number|count|total|times)(?:of)?[a-z]*s$|(?:count|counts|usage|hits|views|retries|attempts)$/;

/** Names of counts of what a record consists of. */
export const contentCounts = /^current(?:size|count)$|^(?:member|item|participant)s?count$/;

/** Names of flags that are set in a new record. */
export const positiveFlags = /^(?:is|has)?(?:active|enabled|open|available|valid|visible|live|success|ok|member)$/;

/** Words at the end of the name of an instant: of a text with a format, and of one without. */
export const instantEndings = {
  formatted: /(?:^| )(?:at|on|date|time|timestamp)$/,
  bare: /(?:^| )(?:at|date)$|edat$|(?:start|end|birth|due)date$/,
} as const;

/** Names of members with the address of their own record. */
export const ownAddresses = 'url self href selflink uri selfuri resourceurl resourceuri';

/** Names of members with the kind of their own record, and those that always say it. */
export const ownKinds = { all: 'object type kind resourcetype', always: 'resourcetype' } as const;

/** Names of members with where a record comes from, and the end of the value for a request to the API. */
export const originMembers = 'direction source origin createdvia createdby';

/** Names of members with a credential that the server issues. */
export const credentials = /(?:secret|token|apikey|accesskey|signingkey)$/;
export const secrets = /secret$/i;

/** The end of the origin of a record that a request to the API creates. */
export const apiOrigins = /(?:^|[-_])api$/i;
