/**
 * Finds the first record with a repeated id (analysis.gap.validation-rules). `pointer` is the location of the records.
 */
export function findRepeatedId<Key extends string>(
  records: ReadonlyArray<{ readonly [key in Key]?: unknown }>,
  idKey: Key,
  pointer: string,
): string | undefined {
  const seen = new Set<unknown>();
  for (const [index, record] of records.entries()) {
    const id = record[idKey];
    if (seen.has(id)) return `${pointer}/${index}/${idKey} "${id}" occurs more than once in the dataset`;
    seen.add(id);
  }
  return undefined;
}
