/** Minimum width of the last column in characters. */
const narrowest = 20;

/**
 * Formats a table with aligned columns. The last column wraps at the width of the terminal.
 *
 * @param width default: the terminal's width; a pipe receives one line per row
 */
export function toTable(
  rows: readonly Readonly<Record<string, string>>[],
  width = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  const keys = Object.keys(rows[0] ?? {});
  const last = keys.pop() ?? '';
  const widths = keys.map((key) => Math.max(...rows.map((row) => row[key]?.length ?? 0)));
  const indent = widths.reduce((sum, each) => sum + each + 2, 0);
  const room = Math.max(narrowest, width - indent);
  return rows
    .map((row) => {
      const start = keys.map((key, index) => `${(row[key] ?? '').padEnd(widths[index] ?? 0)}  `).join('');
      return `${start}${wrap(row[last] ?? '', room).join(`\n${' '.repeat(indent)}`)}`;
    })
    .join('\n');
}

function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
