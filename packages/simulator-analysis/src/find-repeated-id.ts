/** Reports the first record with the id of another one (analysis.gap.validation-rules). `pointer` is their place. */
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
