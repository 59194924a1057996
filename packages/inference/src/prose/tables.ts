/** A Markdown table in a text. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 50;

/** Returns the Markdown tables in a text, and the text without them. */
export function readTables(text: string): { readonly tables: readonly Table[]; readonly rest: string } {
  const lines = text.slice(0, 50_000).split('\n');
  const tables: Table[] = [];
  const rest = [...lines];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || !/^\s*(?:\|\s*)?:?--[\s:|-]*$/.test(line) || !line.includes('|')) continue;
    const end = lines.findIndex((each, at) => at > index && !each.includes('|'));
    const last = end === -1 ? lines.length : end;
    tables.push({
      heads: cellsOf(lines[index - 1] ?? ''),
      rows: lines.slice(index + 1, Math.min(last, index + 1 + mostRows)).map(cellsOf),
    });
    for (let at = index - 1; at < last; at += 1) rest[at] = '';
  }
  return { tables, rest: rest.join('\n') };
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
