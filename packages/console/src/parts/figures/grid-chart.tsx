import type { Figure } from '../../api/types.js';

/** A grid of short texts with sticky row names. */
export function GridChart({ figure }: { readonly figure: Extract<Figure, { kind: 'grid' }> }) {
  const { columns, rows, legend = [], title } = figure;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="grid-frame" tabIndex={0}>
        <table class="grid">
          <caption class="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ label, detail }, index) => (
                <th key={`${index} ${label}`} scope="col">
                  {label}
                  <small>{detail}</small>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells, note }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {cells.map(({ text, title: meaning, tone }, index) => (
                  <td key={`${index} ${columns[index]?.label}`} class={text === '' ? undefined : tone} title={meaning}>
                    {text}
                  </td>
                ))}
                <td class="note">{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {legend.length === 0 ? null : (
        <ul class="legend">
          {legend.map(({ text, meaning }) => (
            <li key={text}>
              <strong>{text}</strong> {meaning}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
