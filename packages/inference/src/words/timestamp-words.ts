const endings = ['', 'at', 'on', 'date', 'time', 'datetime', 'timestamp', 'ts'];

function withEndings(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => endings.map((ending) => `${word}${ending}`));
}

const changes = ['update', 'updated', 'modified', 'modification', 'changed', 'edited'];

/** Names of members with the time of creation, without case and separators. */
export const creationTimes: ReadonlySet<string> = new Set([
  ...withEndings('create', 'created', 'inserted', 'creation', 'submitted', 'added', 'registered', 'uploaded'),
  'datecreated',
  'timecreated',
]);

/** Names of members with the time of the last change. */
export const changeTimes: ReadonlySet<string> = new Set([
  ...withEndings(...changes, ...changes.map((word) => `last${word}`)),
  'dateupdated',
  'datemodified',
  'lastmod',
]);

/** Names of members with facts about the record around them. */
export const factHolders: ReadonlySet<string> = new Set([
  'metadata',
  'meta',
  'timestamps',
  'dates',
  'attributes',
  'audit',
  'sys',
]);

/** Starts of names of members with the time of a creation or a change, for lists of what has changed since. */
export const stampNames = /^(?:last)?(?:updated|modified|created)/;
