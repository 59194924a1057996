import type { CollectionInfo, Figure } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { FactList } from '../../parts/fact-list.js';
import { GridChart } from '../../parts/figures/grid-chart.js';
import { PlotChart } from '../../parts/figures/plot-chart.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { JsonView } from '../../parts/json-view.js';
import { LoadingState } from '../../parts/load-states.js';
import { StatusTag, type TagTone } from '../../parts/status-tag.js';
import { TextTable } from '../../parts/text-table.js';
import { toRecordLink } from '../../route.js';
import { RecordEditor } from './record-editor.js';
import { RecordRelations } from './record-relations.js';

interface Viewed {
  readonly value: unknown;
  readonly figures: readonly Figure[];
  readonly schema?: InputSchema;
}

/** A record: its charts, if its API defines any, and the stored JSON. */
interface RecordDetailsProps {
  readonly path: string;
  readonly collection: CollectionInfo;
  readonly recordKey: string;
}

export function RecordDetails({ path, collection, recordKey }: RecordDetailsProps) {
  const { value: record, error } = useControl<Viewed>(path);
  if (record === undefined) return <LoadingState error={error} />;
  const { figures, value, schema } = record;
  return (
    <>
      {schema === undefined ? null : (
        <RecordEditor key={path} path={path} schema={schema} value={value} back={toRecordLink(collection)} />
      )}
      <RecordRelations collection={collection} recordKey={recordKey} value={value} />
      {figures.length === 0 ? null : (
        <div class="figures">
          {figures.map((figure, index) => (
            <FigureView key={`${index} ${figure.title}`} figure={figure} />
          ))}
        </div>
      )}
      {figures.length === 0 ? (
        <JsonView value={value} />
      ) : (
        <details>
          <summary>Stored record</summary>
          <JsonView value={value} />
        </details>
      )}
    </>
  );
}

/** Any chart with its title. */
function FigureView({ figure }: { readonly figure: Figure }) {
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
