/** Returns a record with `id` and the requested fields. Unknown names are ignored (einvoicing.gap.fields-format). */
export function pickFields<T extends { readonly id: string }>(record: T, fields: readonly string[] | undefined): T {
  if (fields === undefined) return record;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name))) as T;
}
