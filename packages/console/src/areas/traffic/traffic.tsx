import { useMemo } from 'preact/hooks';
import { entries, loaded, version } from '../../api/journal.js';
import type { JournalEntry } from '../../api/types.js';
import { Empty, Loading } from '../../parts/empty.js';
import { Choice, Text } from '../../parts/form.js';
import { Heading } from '../../parts/heading.js';
import { Instant } from '../../parts/instant.js';
import { summaryOf } from '../../parts/summary.js';
import { Tag } from '../../parts/tag.js';
import { useNarrow } from '../../parts/use-narrow.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { goTo, linkTo, place } from '../../route.js';
import { Exchange } from './exchange.js';
import { filtered, filterOf, kinds, statuses } from './filter.js';

/** The live journal, newest first, and one exchange. */
export function Traffic() {
  const { parts, query } = place.value;
  const narrow = useNarrow();
  const time = version.value;
  const search = query.toString();
  const shown = useMemo(() => filtered(entries, filterOf(new URLSearchParams(search))), [time, search]);
  const seq = Number(parts[0] ?? 0);
  const chosen = seq === 0 ? -1 : shown.findIndex((entry) => entry.seq === seq);
  const move = (step: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, chosen + step))];
    if (next !== undefined) goTo(linkTo(`traffic/${next.seq}`, query), true);
  };
  return (
    <div class={seq === 0 ? 'traffic' : 'traffic split'}>
      <section class="traffic-list" aria-label="Traffic">
        <Heading title="Traffic" about="Live activity of this sandbox." />
        <Filters shown={shown.length} />
        {shown.length === 0 ? (
          <NothingYet />
        ) : (
          <VirtualList
            label="Journal, newest first"
            count={shown.length}
            rowHeight={narrow ? 56 : 36}
            chosen={chosen}
            onMove={move}
            keyOf={(index) => shown[index]?.seq ?? -1}
            row={(index) => <Row entry={shown[index]} isChosen={index === chosen} />}
          />
        )}
      </section>
      {seq === 0 ? null : <Exchange seq={seq} />}
    </div>
  );
}

function Row({ entry, isChosen }: { readonly entry: JournalEntry | undefined; readonly isChosen: boolean }) {
  if (entry === undefined) return null;
  const { kind, text, aside, mark } = summaryOf(entry);
  return (
    <a
      class={entry.cause === null ? 'row' : 'row caused'}
      href={linkTo(`traffic/${entry.seq}`, place.value.query)}
      aria-current={isChosen ? 'true' : undefined}
    >
      <Instant at={entry.at} />
      <span class="row-kind">{kind}</span>
      <span class="row-text">{text}</span>
      <span class="row-aside">{aside}</span>
      <span class="row-mark">{mark === undefined ? null : <Tag tone={mark.tone}>{mark.text}</Tag>}</span>
    </a>
  );
}

function Filters({ shown }: { readonly shown: number }) {
  const { query, parts } = place.value;
  const time = version.value;
  const known = useMemo(() => ({ apis: all('api'), operations: all('operationId'), tenants: all('tenantId') }), [time]);
  const filter = filterOf(query);
  const set = (name: string) => (value: string) => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    goTo(linkTo(parts[0] === undefined ? 'traffic' : `traffic/${parts[0]}`, next), true);
  };
  return (
    <search class="filters" aria-label="Filter traffic">
      <Text
        type="search"
        label="Search"
        placeholder="Search paths, ids, reasons"
        value={filter.text}
        onChange={set('text')}
      />
      <Choice label="Kind" value={filter.kind} onChange={set('kind')} options={kinds} />
      <Choice label="API" value={filter.api} onChange={set('api')} options={[['', 'All APIs'], ...known.apis]} />
      <Choice
        label="Operation"
        value={filter.operation}
        onChange={set('operation')}
        options={[['', 'Operations'], ...known.operations]}
      />
      <Choice
        label="Tenant"
        value={filter.tenant}
        onChange={set('tenant')}
        options={[['', 'Tenants'], ...known.tenants]}
      />
      <Choice label="Outcome" value={filter.status} onChange={set('status')} options={statuses} />
      <span class="count" role="status">
        {shown === entries.length ? `${shown} entries` : `${shown} of ${entries.length}`}
      </span>
    </search>
  );
}

function all(member: 'api' | 'operationId' | 'tenantId'): string[] {
  const found = new Set<string>();
  for (const entry of entries) {
    const value = entry[member];
    if (value !== undefined && value !== '') found.add(value);
  }
  return [...found].sort();
}

function NothingYet() {
  if (!loaded.value) return <Loading error={undefined} />;
  return entries.length > 0 ? (
    <Empty title="No matching entries">
      <a href={linkTo('traffic')}>Clear filter</a>
    </Empty>
  ) : (
    <Empty title="No requests yet">
      Connect a client to one of the addresses in <a href={linkTo('sandboxes')}>Sandboxes</a>, or trigger an action in{' '}
      <a href={linkTo('simulate')}>Simulate</a>.
    </Empty>
  );
}
