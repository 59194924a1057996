const endings = ['', 'at', 'on', 'date', 'time', 'datetime', 'timestamp', 'ts'];

function withEndings(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => endings.map((ending) => `${word}${ending}`));
}

const changes = ['update', 'updated', 'modified', 'modification', 'changed', 'edited'];

/** Names of members with the creation time, without case and separators. */
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

/** Names of nested objects with facts about their record. */
export const factHolders: ReadonlySet<string> = new Set([
  'metadata',
  'meta',
  'timestamps',
  'dates',
  'attributes',
  'audit',
  'sys',
]);

/** Prefixes of members with a creation or change time, for lists of recent changes. */
export const stampNames = /^(?:last)?(?:updated|modified|created)/;
