/** Names of members of a request with the verb of a change, without case and separators. */
export const verbMembers: ReadonlySet<string> = new Set([
  'event',
  'action',
  'transition',
  'operation',
  'command',
  'verb',
]);

/** Names of members with the state of a record end with one of these, or are one of the others. */
export const stateMembers = { endings: ['status', 'state'], names: ['phase', 'stage'] } as const;

/** Names of members that say which kind of thing a record is, and not how far it is. */
export const classifyingMembers =
  /(?:kind|type|method|visibility|privacy|mode|level|category|format|language|locale|currency|unit|role|gender|colou?r|scope)$/i;

/** A further member that an action changes like a state. */
export const lifecycleMember = 'lifecycle';

/** What the name of a member with an instant has around the word of its event: `paidAt`, `datePaid`. */
export const instantAffixes = {
  before: ['date', 'time'],
  after: ['at', 'on', 'since', 'date', 'time', 'datetime', 'ts'],
} as const;
