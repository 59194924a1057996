/** Participles of what an operation does to a thing, by its effect. */
export const participlesOfEffects: Readonly<Record<string, readonly string[]>> = {
  update: ['changed', 'edited', 'updated', 'modified', 'altered', 'amended'],
  replace: ['changed', 'edited', 'updated', 'modified', 'altered', 'amended', 'replaced'],
  delete: ['deleted', 'removed'],
};

/** Participles of what an operation on a part does to the whole. */
export const participlesOfParts: readonly string[] = ['changed', 'edited', 'updated', 'modified', 'altered', 'amended'];

/** Members with the number of a version, and texts that say that it grows. */
export const versionMembers: ReadonlySet<string> = new Set(['version', 'versionnumber', 'revision', 'lockversion']);
export const countsChanges =
  /\bincrement|\beach time\b|\bevery time\b|\boptimistic\b|\bcurrent version\b|\bconcurren|\bauto(?:matically)?\b/i;
