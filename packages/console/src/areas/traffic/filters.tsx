import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { archiveOf, scenarioOf } from '../../api/call-control.js';
import { journalEntries, journalVersion } from '../../api/journal.js';
import { Download } from '../../parts/buttons.js';
import { SearchInput, SelectInput } from '../../parts/server-action-form.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { type Filter, kindOptions, parseSearch, statusOptions, toServerQuery } from './filter-entries.js';

const stored = 'understudy-filters';

/** The queries of the saved filters. */
const saved = signal<readonly string[]>(readSaved());

interface FiltersProps {
  readonly shown: number;
  readonly filter: Filter;
  readonly isLoading: boolean;
  /** True if the search found more than it shows. */
  readonly isLimited: boolean;
  /** Number of the oldest entry that is shown. */
  readonly oldest: number | undefined;
}

/** The traffic filter, which is stored in the page URL, and the saved filters. */
export function Filters({ shown, filter, isLoading, isLimited, oldest }: FiltersProps) {
  const { query, parts } = currentRoute.value;
  const time = journalVersion.value;
  const known = useMemo(() => ({ apis: all('api'), operations: all('operationId'), tenants: all('tenantId') }), [time]);
  const set = (name: string) => (value: string) => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    navigateTo(linkTo(parts[0] === undefined ? 'traffic' : `traffic/${parts[0]}`, next), true);
  };
  const exported = () => {
    const wanted = toServerQuery(parseSearch(filter));
    if (oldest !== undefined) wanted.set('after', String(oldest - 1));
    return wanted;
  };
  const choices = [
    ['Kind', 'kind', kindOptions],
    ['API', 'api', [['', 'All APIs'], ...known.apis]],
    ['Operation', 'operation', [['', 'Operations'], ...known.operations]],
    ['Tenant', 'tenant', [['', 'Tenants'], ...known.tenants]],
    ['Outcome', 'status', statusOptions],
  ] as const;
  const current = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  return (
    <search class="filters" aria-label="Filter traffic">
      <SearchInput
        label="Search"
        placeholder="Text, status:4xx, op:createOrder, since:10m"
        value={filter.text}
        onChange={set('text')}
      />
      {choices.map(([label, name, options]) => (
        <SelectInput
          key={name}
          label={label}
          value={filter[name]}
          onChange={set(name)}
          options={options as readonly (string | readonly [string, string])[]}
        />
      ))}
      <span class="count" role="status">
        {isLoading
          ? 'Searching'
          : shown === journalEntries.length
            ? entryCount(shown)
            : isLimited
              ? `The newest ${shown} matches`
              : `${shown} of ${journalEntries.length}`}
      </span>
      <div class="saved">
        {saved.value.map((each) => (
          <SavedFilter key={each} query={each} isCurrent={each === current} />
        ))}
        {current === '' || saved.value.includes(current) ? null : (
          <button type="button" onClick={() => save([...saved.value, current])}>
            Save filter
          </button>
        )}
        <Download name="understudy.har" text={() => archiveOf(exported())}>
          Export as HAR
        </Download>
        <Download name="recorded.arazzo.yaml" text={() => scenarioOf(exported())}>
          Export as scenario
        </Download>
      </div>
    </search>
  );
}

function SavedFilter({ query, isCurrent }: { readonly query: string; readonly isCurrent: boolean }) {
  const values = new URLSearchParams(query);
  const name = [...values.values()].join(' ');
  const remove = () => save(saved.value.filter((each) => each !== query));
  return (
    <span class="chip">
      <a href={linkTo('traffic', values)} aria-current={isCurrent ? 'true' : undefined}>
        {name}
      </a>
      <button type="button" class="quiet" aria-label={`Remove the filter ${name}`} onClick={remove}>
        ×
      </button>
    </span>
  );
}

function entryCount(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

function save(queries: readonly string[]): void {
  saved.value = queries;
  localStorage.setItem(stored, JSON.stringify(queries));
}

function readSaved(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(stored) ?? '[]');
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

function all(member: 'api' | 'operationId' | 'tenantId'): string[] {
  return [...new Set(journalEntries.flatMap((entry) => entry[member] || []))].sort();
}
