import { isObject, joinPointer, type Operation, omitUndefined, stringifyJson } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import type { MessageView } from '../expressions/evaluate-expression.js';
import type { OperationCoverage, PropertyCoverage, WireCoverage } from '../results/result.js';
import { type DocumentedProperty, listDocumentedProperties } from './documented-properties.js';

/** Counts coverage during a run without storing messages. */
export interface MessageCounter {
  see(call: { view: MessageView; operation?: Operation }, response: NonNullable<MessageView['response']>): void;
}

export function createWireCoverage(contracts: ContractsByApi): MessageCounter & { coverage(): WireCoverage } {
  const tallies = new Map<Operation, Tally>();
  return {
    see({ operation, view }, response) {
      if (operation === undefined) return;
      const tally = tallies.get(operation) ?? newTally();
      tallies.set(operation, tally);
      count(tally, operation, view, response);
    },
    coverage: () => ({
      operations: [...contracts.values()].flatMap((contract) =>
        [...contract.operations.values()].map((operation) =>
          coverageOfOperation(operation, contract.document, tallies.get(operation) ?? newTally()),
        ),
      ),
    }),
  };
}

interface Tally {
  calls: number;
  statuses: Map<string, number>;
  /** Counts by `<in> <name>`. */
  parameters: Map<string, number>;
  /** Counts and scalar values by `<status> <pointer>`. */
  properties: Map<string, { seen: number; values: Map<unknown, number> }>;
}

const maxValues = 60;

function newTally(): Tally {
  return { calls: 0, statuses: new Map(), parameters: new Map(), properties: new Map() };
}

function count(
  tally: Tally,
  operation: Operation,
  { request }: MessageView,
  response: NonNullable<MessageView['response']>,
): void {
  tally.calls++;
  const status = documentedStatus(operation, response.status);
  increment(tally.statuses, status);
  for (const parameter of operation.parameters) {
    const place: Record<string, unknown> =
      parameter.in === 'header' ? request.headers : parameter.in === 'query' ? request.query : request.path;
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
    if (Object.hasOwn(place, name)) increment(tally.parameters, `${parameter.in} ${parameter.name}`);
  }
  walk(response.body, '', (pointer, value) => {
    const key = `${status} ${pointer}`;
    const entry = tally.properties.get(key) ?? { seen: 0, values: new Map() };
    tally.properties.set(key, entry);
    entry.seen++;
    if (typeof value !== 'object' && (entry.values.size < maxValues || entry.values.has(value))) {
      increment(entry.values, value);
    }
  });
}

function documentedStatus({ statuses }: Operation, status: number): string {
  const exact = String(status);
  const range = `${exact[0]}XX`;
  return [exact, range, 'default'].find((name) => statuses.includes(name)) ?? exact;
}

/** Calls `show` for each property, with at most 200 items per list. */
function walk(value: unknown, pointer: string, show: (pointer: string, value: unknown) => void): void {
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 200)) walk(item, `${pointer}/*`, show);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const at = joinPointer(pointer, name);
      show(at, item);
      walk(item, at, show);
    }
  }
}

function coverageOfOperation(operation: Operation, document: unknown, tally: Tally): OperationCoverage {
  const { api, operationId, method, path, statuses, parameters } = operation;
  const undocumented = [...tally.statuses.keys()].filter((status) => !statuses.includes(status));
  return {
    ...{ api, operationId, method, path, calls: tally.calls },
    statuses: [...statuses, ...undocumented].map((status) => ({
      status,
      documented: statuses.includes(status),
      seen: tally.statuses.get(status) ?? 0,
    })),
    parameters: parameters.map(({ in: place, name, required }) => ({
      ...{ in: place, name, required, seen: tally.parameters.get(`${place} ${name}`) ?? 0 },
    })),
    properties: listDocumentedProperties(document, operation).map((property) => coverageOfProperty(property, tally)),
  };
}

function coverageOfProperty({ status, pointer, values, gaps }: DocumentedProperty, tally: Tally): PropertyCoverage {
  const exact = tally.properties.get(`${status} ${pointer}`);
  const fits = pointer.includes('/{}') ? matchMap(status, pointer, tally) : exact === undefined ? [] : [exact];
  const countOf = (value: unknown) => fits.reduce((sum, entry) => sum + (entry.values.get(value) ?? 0), 0);
  return omitUndefined({
    status,
    pointer: pointer.replaceAll('/{}', '/*'),
    seen: fits.reduce((sum, entry) => sum + entry.seen, 0),
    values: values?.map((value) => ({ value, seen: countOf(value) })),
    gaps: gaps.length === 0 ? undefined : gaps,
  });
}

/** Matches a pointer into a map, whose member names are not in the description. */
function matchMap(status: string, pointer: string, { properties }: Tally) {
  const escaped = pointer.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('/{}', '/[^/]+');
  const pattern = new RegExp(`^${status} ${escaped}$`);
  return [...properties].filter(([key]) => pattern.test(key)).map(([, entry]) => entry);
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Merges the coverage of two runs. */
export function mergeWire(first: WireCoverage, again: WireCoverage): WireCoverage {
  const operations = byKey(
    [...first.operations, ...again.operations],
    ({ api, operationId }) => `${api} ${operationId}`,
  );
  return { operations: operations.map((same) => same.reduce(mergeOperation)) };
}

function mergeOperation(one: OperationCoverage, other: OperationCoverage): OperationCoverage {
  const parameters = byKey([...one.parameters, ...other.parameters], ({ in: place, name }) => `${place} ${name}`);
  const properties = byKey([...one.properties, ...other.properties], ({ status, pointer }) => `${status} ${pointer}`);
  return {
    ...one,
    calls: one.calls + other.calls,
    statuses: byKey([...one.statuses, ...other.statuses], ({ status }) => status).map((same) => same.reduce(plus)),
    parameters: parameters.map((same) => same.reduce(plus)),
    properties: properties.map((same) =>
      same.reduce((earlier, later) => {
        const sum = plus(earlier, later);
        if (earlier.values === undefined || later.values === undefined) return sum;
        const values = byKey([...earlier.values, ...later.values], ({ value }) => stringifyJson(value));
        return { ...sum, values: values.map((alike) => alike.reduce(plus)) };
      }),
    ),
  };
}

function plus<Counted extends { seen: number }>(one: Counted, other: Counted): Counted {
  return { ...one, seen: one.seen + other.seen };
}

/** Groups items by key in the order of their first occurrence. */
function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
