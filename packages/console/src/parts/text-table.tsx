import type { ComponentChildren } from 'preact';

const number = /^-?[\d.,]+(?:e[+-]?\d+)?$/i;
/** Maximum length of unbroken text such as dates and ids. */
const short = 24;

interface TextTableProps {
  /** Column titles. With `names`, the first title is that of the names. */
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Name of each row, such as a link. */
  readonly names?: readonly ComponentChildren[];
  readonly note?: string | undefined;
  /** Replaces the text of a cell, such as by a link. */
  readonly cell?: (row: number, column: number) => ComponentChildren | undefined;
  /** The column that rows are sorted by; a leading hyphen is descending. */
  readonly sort?: string;
  /** Called to sort. If set, the column titles are buttons. */
  readonly onSort?: (sort: string) => void;
  /** Truncates long texts, so that each row is one line. */
  readonly isCompact?: boolean;
}

/** A table of texts. Numbers are right-aligned, and short texts stay on one line. */
export function TextTable({ head, rows, names, note, cell, sort, onSort, isCompact }: TextTableProps) {
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
        <table class={isCompact === true ? 'compact' : undefined}>
          {head.length === 0 ? null : (
            <thead>
              <tr>
                {names === undefined ? null : <th scope="col">{head[0]}</th>}
                {titles.map((name, column) => (
                  <th key={name} scope="col" class={kind(column)} aria-sort={sortOf(name, sort)}>
                    {onSort === undefined ? (
                      name
                    ) : (
                      <button type="button" class="quiet" onClick={() => onSort(sort === name ? `-${name}` : name)}>
                        {name}
                        {sort === name ? ' ▴' : sort === `-${name}` ? ' ▾' : ''}
                      </button>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${index} ${row[0]}`}>
                {names === undefined ? null : <th scope="row">{names[index]}</th>}
                {row.map((text, column) => (
                  <td
                    key={`${column} ${titles[column]}`}
                    class={kind(column)}
                    title={isCompact === true && text.length > short ? text : undefined}
                  >
                    {cell?.(index, column) ?? text}
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

function sortOf(name: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  return sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
}
