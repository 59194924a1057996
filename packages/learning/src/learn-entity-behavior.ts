import { isJsonNumber, isObject, membersOf, parseJson, stringifyJson } from '@understudy/contract';
import { valuesByPosition } from '@understudy/described';
import { countValues } from './count-values.js';
import { looksLikeId } from './find-paths.js';
import type { LearnedBehavior, OperationExchange } from './learn-http-conventions.js';
import type { RecordedExchange } from './recorded-exchange.js';

const stateName = /^(?:\w*(?:status|Status|state|State|phase)|stage)$/;
/** Maximum milliseconds between a change and the webhook that reports it. */
const latest = 3_600_000;
/** Minimum number of records that must reach a state without a request. */
const least = 2;

/** A webhook of the service, with example bodies. */
export interface LearnedWebhook {
  readonly name: string;
  readonly bodies: readonly unknown[];
}

/** Learns the states that new entities reach without a request. */
export function learnEntityBehavior(all: readonly OperationExchange[]): LearnedBehavior[] {
  const created = new Map<string, { made: OperationExchange; id: string }[]>();
  const isKnown = new Set<string>();
  for (const each of all) {
    const { entry, answer } = each.exchange;
    const id = idOf(answer);
    if (id !== undefined && !isKnown.has(id) && entry.method !== 'GET' && entry.status < 300)
      created.set(each.operation.id, [...(created.get(each.operation.id) ?? []), { made: each, id }]);
    if (id !== undefined) isKnown.add(id);
  }
  return [...created].flatMap(([operation, entities]) => statesOf(operation, entities, all));
}

interface Sighting {
  /** Milliseconds since creation. */
  readonly age: number;
  readonly value: unknown;
}

/** Learns how long entities stay in each state if no request changes them. */
function statesOf(
  operation: string,
  entities: readonly { readonly made: OperationExchange; readonly id: string }[],
  all: readonly OperationExchange[],
): LearnedBehavior[] {
  const property = Object.keys(membersOf(entities[0]?.made.exchange.answer)).find((name) => stateName.test(name));
  if (property === undefined) return [];
  const stories = entities.map(({ made: { exchange: made }, id }) => {
    const about = all.filter(
      ({ exchange: { index, path, answer, body } }) =>
        index > made.index && (path.includes(id) || idOf(answer) === id || namesIn(body).has(id)),
    );
    const touched = about.findIndex(({ exchange }) => exchange.entry.method !== 'GET');
    const seen = [made, ...about.slice(0, touched < 0 ? undefined : touched).map(({ exchange }) => exchange)];
    return seen.flatMap(({ at, answer }): Sighting[] =>
      idOf(answer) === id ? [{ age: at - made.at, value: membersOf(answer)[property] }] : [],
    );
  });
  const orders = stories.map((story) =>
    story.map(({ value }) => value).filter((value, at, list) => value !== list[at - 1]),
  );
  const [[order] = [undefined]] = countValues(orders.flatMap((each) => (each.length > 1 ? [stringifyJson(each)] : [])));
  const values: unknown[] = order === undefined ? [] : parseJson(order);
  let total = 0;
  return values.slice(1).flatMap((value, index) => {
    const isBefore = (each: Sighting) => each.value === values[index];
    const own = stories.filter((story) => story.some(isBefore) && story.some((each) => each.value === value));
    const fits = (age: number) =>
      own.filter((story) =>
        story.every((each) => (isBefore(each) ? each.age < age : each.value !== value || each.age >= age)),
      ).length;
    const [best = 0] = own
      .flatMap((story) => story.find((each) => each.value === value)?.age ?? [])
      .sort((one, other) => fits(other) - fits(one) || one - other);
    const after = `PT${(best - total) / 1000}S`;
    const late = stories.filter(
      (story) => !own.includes(story) && story.some((each) => isBefore(each) && each.age >= best),
    );
    const counts = { seen: fits(best), contradicted: own.length - fits(best) + late.length };
    if (counts.seen < least || counts.seen <= counts.contradicted) return [];
    total = best;
    const says = `${property} becomes ${stringifyJson(value)} ${after} after ${stringifyJson(values[index])}`;
    return [
      {
        operation,
        says,
        ...counts,
        transition: { member: property, from: String(values[index]), to: String(value), after },
      },
    ];
  });
}

/** Learns webhooks from requests to other hosts that refer to an entity that was changed shortly before. */
export function learnWebhooks(
  all: readonly OperationExchange[],
  others: readonly RecordedExchange[],
): { readonly behaviors: LearnedBehavior[]; readonly webhooks: LearnedWebhook[] } {
  const found = new Map<string, { operation: string; delays: number[]; bodies: unknown[] }>();
  const changes = all.filter(({ exchange: { entry } }) => entry.method !== 'GET' && entry.status < 300);
  for (const { entry, at, body, path } of others) {
    if (entry.method !== 'POST' || !isObject(body)) continue;
    const named = namesIn(body);
    const cause = changes.findLast(
      ({ exchange }) =>
        exchange.at <= at &&
        at - exchange.at <= latest &&
        [idOf(exchange.answer), ...exchange.path.split('/')].some(
          (id) => id !== undefined && named.has(id) && (looksLikeId(id) || id === idOf(exchange.answer)),
        ),
    );
    if (cause === undefined) continue;
    const event = ['type', 'event', 'event_type', 'eventType', 'name', 'topic'].map((name) => body[name]);
    const name = String(
      event.find((each) => typeof each === 'string') ?? path.split('/').filter(Boolean).at(-1) ?? 'event',
    );
    const key = `${cause.operation.id} ${name}`;
    const known = found.get(key) ?? { operation: cause.operation.id, delays: [], bodies: [] };
    known.delays.push((at - cause.exchange.at) / 1000);
    known.bodies.push(body);
    found.set(key, known);
  }
  const rows = [...found].map(([key, row]) => ({ ...row, name: key.slice(row.operation.length + 1) }));
  return {
    behaviors: rows.map(({ operation, name, delays }) => ({
      ...{ operation, statement: { sends: [name] }, seen: delays.length },
      says: `sends the webhook ${name} after ${Math.min(...delays)} to ${Math.max(...delays)} s`,
      contradicted: Math.max(0, changes.filter((each) => each.operation.id === operation).length - delays.length),
    })),
    webhooks: [...new Set(rows.map(({ name }) => name))].map((name) => ({
      name,
      bodies: rows.flatMap((row) => (row.name === name ? row.bodies : [])),
    })),
  };
}

function namesIn(body: unknown): Set<string> {
  return new Set([...valuesByPosition({ body }).values()].flat().map(String));
}

function idOf(answer: unknown): string | undefined {
  if (!isObject(answer)) return undefined;
  const [, id] = Object.entries(answer).find(([name]) => /^(?:id|uuid|\w+(?:Id|_id))$/.test(name)) ?? [];
  return typeof id === 'string' || isJsonNumber(id) ? String(id) : undefined;
}
