import type { ComponentChildren } from 'preact';

interface ActionTableProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: ReadonlyArray<Column<Row>>;
  /** Replaces a table without rows. */
  readonly empty?: ComponentChildren;
}

/** A column title and content. The first column names the row; `acts` marks the column of buttons. */
interface Column<Row> {
  readonly title: string;
  readonly acts?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

/** Rows with actions: a table on wide screens, cards on narrow ones. */
export function ActionTable<Row>({ rows, keyOf, columns, empty }: ActionTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div class="table-frame">
      <table class="cards">
        <thead>
          <tr>
            {columns.map(({ title, acts }) => (
              <th key={title} scope="col">
                {acts === true ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, acts, cell }, index) =>
                index === 0 ? (
                  <th key={title} scope="row" data-label={title}>
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={title}
                    class={acts === true ? 'end' : undefined}
                    data-label={acts === true ? undefined : title}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
