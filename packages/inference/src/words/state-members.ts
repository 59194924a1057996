/** Names of request members with the verb of an action, without case and separators. */
export const verbMembers: ReadonlySet<string> = new Set([
  'event',
  'action',
  'transition',
  'operation',
  'command',
  'verb',
]);

/** Names of members with the state of a record: suffixes, and complete names. */
export const stateMembers = { endings: ['status', 'state'], names: ['phase', 'stage'] } as const;

/** Names of members that contain the type of a record instead of its state. */
export const classifyingMembers =
  /(?:kind|type|method|visibility|privacy|mode|level|category|format|language|locale|currency|unit|role|gender|colou?r|scope)$/i;

/** Another member that actions change like a state. */
export const lifecycleMember = 'lifecycle';

/** Parts of a timestamp name around the word for its event: `paidAt`, `datePaid`. */
export const instantAffixes = {
  before: ['date', 'time'],
  after: ['at', 'on', 'since', 'date', 'time', 'datetime', 'ts'],
} as const;
