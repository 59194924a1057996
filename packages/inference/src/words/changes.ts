/** Participles of operations on a record, by effect. */
export const participlesOfEffects: Readonly<Record<string, readonly string[]>> = {
  update: ['changed', 'edited', 'updated', 'modified', 'altered', 'amended'],
  replace: ['changed', 'edited', 'updated', 'modified', 'altered', 'amended', 'replaced'],
  delete: ['deleted', 'removed'],
};

/** Participles that describe a record after an operation on one of its parts. */
export const participlesOfParts: readonly string[] = ['changed', 'edited', 'updated', 'modified', 'altered', 'amended'];

/** Members with a version number, and descriptions of a version that increases. */
export const versionMembers: ReadonlySet<string> = new Set(['version', 'versionnumber', 'revision', 'lockversion']);
export const countsChanges =
  /\bincrement|\beach time\b|\bevery time\b|\boptimistic\b|\bcurrent version\b|\bconcurren|\bauto(?:matically)?\b/i;
