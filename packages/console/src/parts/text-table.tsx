import type { ComponentChildren } from 'preact';

const number = /^-?[\d.,]+(?:e[+-]?\d+)?$/i;
/** Characters that stand in one line: dates and ids break where no one would break them. */
const short = 24;

interface TextTableProps {
  /** With `names`, their title comes first. */
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** What names each row, such as a link to it. */
  readonly names?: readonly ComponentChildren[];
  readonly note?: string | undefined;
}

/** A table of texts; columns of numbers are set to the right, those of short texts are not broken. */
export function TextTable({ head, rows, names, note }: TextTableProps) {
  const titles = names === undefined ? head : head.slice(1);
  const columns = Math.max(titles.length, ...rows.slice(0, 20).map((row) => row.length));
  const kinds = Array.from({ length: columns }, (_, column) => {
    const texts = rows.slice(0, 50).flatMap((row) => (row[column] ? [row[column]] : []));
    if (texts.length > 0 && texts.every((text) => number.test(text))) return 'number';
    return texts.every((text) => text.length <= short) ? 'short' : undefined;
  });
  const kind = (column: number) => kinds[column];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="table-frame" tabIndex={0}>
        <table>
          {head.length === 0 ? null : (
            <thead>
              <tr>
                {names === undefined ? null : <th scope="col">{head[0]}</th>}
                {titles.map((name, column) => (
                  <th key={name} scope="col" class={kind(column)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${index} ${row[0]}`}>
                {names === undefined ? null : <th scope="row">{names[index]}</th>}
                {row.map((cell, column) => (
                  <td key={`${column} ${titles[column]}`} class={kind(column)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note === undefined ? null : <p class="muted">{note}</p>}
    </>
  );
}
