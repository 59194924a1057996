import type { Figure } from '../../api/types.js';
import { FactList } from '../fact-list.js';
import { StatusTag, type TagTone } from '../status-tag.js';
import { TextTable } from '../text-table.js';
import { GridChart } from './grid-chart.js';
import { PlotChart } from './plot-chart.js';

/** Any chart with its title. */
export function FigureView({ figure }: { readonly figure: Figure }) {
  return (
    <section class={`figure ${figure.kind}`} aria-label={figure.title}>
      <h3>{figure.title}</h3>
      <Drawn figure={figure} />
    </section>
  );
}

const tones: Readonly<Record<string, TagTone>> = { error: 'bad', warning: 'warn', info: 'plain' };

function Drawn({ figure }: { readonly figure: Figure }) {
  if (figure.kind === 'plot') return <PlotChart figure={figure} />;
  if (figure.kind === 'grid') return <GridChart figure={figure} />;
  if (figure.kind === 'text') {
    return (
      <div>
        {figure.lines.map((line, index) => (
          <p key={`${index} ${line}`}>{line}</p>
        ))}
      </div>
    );
  }
  if (figure.kind === 'facts')
    return <FactList kind="facts" facts={figure.facts.map(({ name, value }) => [name, value] as const)} />;
  if (figure.kind === 'table') return <TextTable head={figure.head} rows={figure.rows} note={figure.note} />;
  if (figure.findings.length === 0) return <p>None. All rules are satisfied.</p>;
  return (
    <ul class="findings">
      {figure.findings.map(({ ruleId, severity, message, place }, index) => (
        <li key={`${index} ${ruleId}`}>
          <StatusTag tone={tones[severity] ?? 'plain'}>{severity}</StatusTag> <code>{ruleId}</code> {message}{' '}
          {place === undefined ? null : <span class="muted">{place}</span>}
        </li>
      ))}
    </ul>
  );
}
