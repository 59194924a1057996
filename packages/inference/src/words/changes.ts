/** Participles of what an operation does to a thing, by its effect. */
export const participlesOfEffects: Readonly<Record<string, readonly string[]>> = {
  update: ['changed', 'edited', 'updated', 'modified', 'altered', 'amended'],
  replace: ['changed', 'edited', 'updated', 'modified', 'altered', 'amended', 'replaced'],
  delete: ['deleted', 'removed'],
};

/** Participles of what an operation on a part does to the whole. */
export const participlesOfParts: readonly string[] = ['changed', 'edited', 'updated', 'modified', 'altered', 'amended'];
