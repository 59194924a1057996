import type { Figure } from '../../api/types.js';
import { Tag, type Tone } from '../tag.js';
import { Grid } from './grid.js';
import { Plot } from './plot.js';

/** Any figure, under its title. */
export function FigureView({ figure }: { readonly figure: Figure }) {
  return (
    <section class={`figure ${figure.kind}`} aria-label={figure.title}>
      <h3>{figure.title}</h3>
      <Drawn figure={figure} />
    </section>
  );
}

const tones: Readonly<Record<string, Tone>> = { error: 'bad', warning: 'warn', info: 'plain' };

function Drawn({ figure }: { readonly figure: Figure }) {
  if (figure.kind === 'plot') return <Plot figure={figure} />;
  if (figure.kind === 'grid') return <Grid figure={figure} />;
  if (figure.kind === 'text') {
    return (
      <div>
        {figure.lines.map((line, index) => (
          <p key={`${index} ${line}`}>{line}</p>
        ))}
      </div>
    );
  }
  if (figure.kind === 'facts') {
    return (
      <dl class="facts">
        {figure.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  if (figure.kind === 'table') return <Table head={figure.head} rows={figure.rows} note={figure.note} />;
  if (figure.findings.length === 0) return <p>None: every rule is met.</p>;
  return (
    <ul class="findings">
      {figure.findings.map(({ ruleId, severity, message, place }, index) => (
        <li key={`${index} ${ruleId}`}>
          <Tag tone={tones[severity] ?? 'plain'}>{severity}</Tag> <code>{ruleId}</code> {message}{' '}
          {place === undefined ? null : <span class="muted">{place}</span>}
        </li>
      ))}
    </ul>
  );
}

const number = /^-?[\d.,]+(?:e[+-]?\d+)?$/i;

interface TableProps {
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly note?: string | undefined;
}

/** A table of texts; columns of numbers are set to the right. */
export function Table({ head, rows, note }: TableProps) {
  const columns = Math.max(head.length, ...rows.slice(0, 20).map((row) => row.length));
  const numeric = Array.from({ length: columns }, (_, column) => {
    const texts = rows.slice(0, 50).flatMap((row) => (row[column] ? [row[column]] : []));
    return texts.length > 0 && texts.every((text) => number.test(text));
  });
  const kind = (column: number) => (numeric[column] === true ? 'number' : undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="table-frame" tabIndex={0}>
        <table>
          {head.length === 0 ? null : (
            <thead>
              <tr>
                {head.map((name, column) => (
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
                {row.map((cell, column) => (
                  <td key={`${column} ${head[column]}`} class={kind(column)}>
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
