import { callControl } from '../../api/call-control.js';
import type { BehaviorModel, CollectionInfo, DescribedApi, Figure } from '../../api/types.js';
import { useControl, useLoad } from '../../api/use-load.js';
import { GridChart, PlotChart } from '../../parts/charts.js';
import { FactList } from '../../parts/fact-list.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { JsonView } from '../../parts/json-view.js';
import { LoadingState } from '../../parts/load-states.js';
import { StatusTag, type TagTone } from '../../parts/status-tag.js';
import { TextTable } from '../../parts/text-table.js';
import { toRecordLink } from '../../route.js';
import { RecordEditor } from './record-editor.js';

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

interface RecordRelationsProps {
  readonly collection: CollectionInfo;
  readonly recordKey: string;
  readonly value: unknown;
}

interface Reference {
  readonly from: string;
  readonly member: string;
  readonly to: string;
}

/** The records that a record refers to and the records that refer to it, according to the behavior model. */
function RecordRelations({ collection, recordKey, value }: RecordRelationsProps) {
  const { api, collection: name } = collection;
  const { value: apis } = useControl<{ apis: DescribedApi[] }>('apis', true);
  // APIs written in code have no model.
  const hasModel = apis?.apis.some((each) => each.name === api && each.explained === true) === true;
  const { value: model } = useControl<BehaviorModel>(hasModel ? `apis/${api}/model?whole=true` : undefined, true);
  const references = model === undefined ? [] : listReferences(model);
  const own = references.filter(({ from }) => from === name);
  const others = references.filter(({ to }) => to === name);
  const key = others.length === 0 ? undefined : `referring ${api} ${name} ${recordKey}`;
  const { value: counts } = useLoad(key, async () => {
    const found = others.map(async (reference) => {
      const where = whereOf(reference.member, recordKey);
      const path = `records/${api}/${encodeURIComponent(reference.from)}?${new URLSearchParams({ where, limit: '1' })}`;
      const { count } = await callControl<{ count: number }>(`GET ${path}`);
      return { reference, where, count };
    });
    return await Promise.all(found);
  });
  const link = (to: string) => ({ ...collection, collection: to });
  const facts = [
    ...own.flatMap(({ member, to }) => {
      const id = memberOf(value, member);
      if (typeof id !== 'string' && typeof id !== 'number') return [];
      const target = (
        <a href={toRecordLink(link(to), String(id))}>
          {to} / {id}
        </a>
      );
      return [[`Refers to (${member})`, target] as const];
    }),
    ...(counts ?? []).map(({ reference: { from, member }, where, count }) => {
      const target = (
        <a href={toRecordLink(link(from), undefined, where)}>
          {from}: {count}
        </a>
      );
      return [`Referred by (${member})`, target] as const;
    }),
  ];
  return facts.length === 0 ? null : <FactList kind="facts" facts={facts} />;
}

function listReferences(model: BehaviorModel): Reference[] {
  return Object.entries(asObject(model['resources'])).flatMap(([from, resource]) =>
    Object.entries(asObject(asObject(resource)['members'])).flatMap(([member, statement]) => {
      const to = asObject(statement)['refersTo'];
      return typeof to === 'string' && !member.includes('[') ? [{ from, member, to }] : [];
    }),
  );
}

/** Returns a filter expression for a member. Keys in paths are strings, but members can be numbers. */
function whereOf(member: string, key: string): string {
  const at = `@${member
    .split('.')
    .map((name) => `[${JSON.stringify(name)}]`)
    .join('')}`;
  const isNumber = key !== '' && String(Number(key)) === key;
  return `${at} == ${JSON.stringify(key)}${isNumber ? ` || ${at} == ${key}` : ''}`;
}

function memberOf(value: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, name) => asObject(at)[name], value);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
