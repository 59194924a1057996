import type { ComponentChildren } from 'preact';

interface ActionTableProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: ReadonlyArray<Column<Row>>;
}

/** A column by its title and what stands in it. The first names the row; one with `acts` holds what can be done with it. */
interface Column<Row> {
  readonly title: string;
  readonly acts?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

/** Rows of things that can be acted on: a table where there is room, on a telephone a card for each. */
export function ActionTable<Row>({ rows, keyOf, columns }: ActionTableProps<Row>) {
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
