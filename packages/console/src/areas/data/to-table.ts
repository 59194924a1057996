/** Maximum number of table columns; the record page shows all members. */
const mostColumns = 6;
const longest = 60;

/** Converts records to rows; columns are the most common members with short values. */
export function toTable(values: readonly unknown[]): { readonly head: string[]; readonly rows: string[][] } {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (cellOf(member) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const head = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostColumns)
    .map(([name]) => name);
  if (head.length === 0) return { head: ['value'], rows: values.map((value) => [shortened(textOf(value))]) };
  const rows = values.map((value) => {
    const members = new Map(Object.entries(Object(value)));
    return head.map((name) => cellOf(members.get(name)) ?? '');
  });
  return { head, rows };
}

/** Undefined for values that do not fit into a cell. */
function cellOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object') ? shortened(value.join(', ')) : `${value.length} entries`;
  return typeof value === 'object' ? undefined : shortened(String(value));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
