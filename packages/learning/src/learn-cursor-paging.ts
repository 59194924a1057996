import { isObject, membersOf } from '@understudy/contract';
import type { LearnedBehavior, OperationExchange } from './learn-http-conventions.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** A parameter for the next page in a response. `parameter` is undefined if the response contains only the value. */
interface NextValue {
  readonly parameter?: string;
  readonly value: string;
  readonly next: string;
  readonly from: RecordedExchange;
}

/** Learns which parameter requests the next page of a list, and where responses contain its value. */
export function learnCursorPaging(all: readonly OperationExchange[]): LearnedBehavior[] {
  const found = new Map<string, NextValue[]>();
  const behaviors = new Map<string, LearnedBehavior>();
  for (const { operation, exchange } of all) {
    if (exchange.entry.method !== 'GET' || exchange.entry.status >= 400) continue;
    const earlier = found.get(operation.id) ?? [];
    for (const [name, value] of Object.entries(exchange.query)) {
      const origin = earlier.findLast(
        ({ parameter = name, value: each, from }) => parameter === name && each === value && from.query[name] !== value,
      );
      if (origin === undefined) continue;
      const says = `pages continue after ${name}, the value of ${origin.next}`;
      const known = behaviors.get(`${operation.id} ${says}`);
      const { seen = 0, statement: earlierPage } = known ?? {};
      const page = { style: 'cursor' as const, after: name, next: origin.next, ...sizeOf(origin.from) };
      const statement = { page: { ...membersOf(earlierPage?.page), ...page } };
      behaviors.set(`${operation.id} ${says}`, {
        ...{ operation: operation.id, says, seen: seen + 1, contradicted: 0, statement },
      });
    }
    found.set(operation.id, [...earlier.slice(-mostRemembered), ...nextValues(exchange)]);
  }
  const best = new Map<string, LearnedBehavior>();
  for (const each of behaviors.values())
    if (each.seen > (best.get(each.operation)?.seen ?? 0)) best.set(each.operation, each);
  return [...best.values()];
}

/** Returns the parameter for the page size, or the default size. */
function sizeOf({ query, answer }: RecordedExchange): { readonly size?: string; readonly default?: number } {
  const lists = [answer, ...Object.values(membersOf(answer))].filter((each) => Array.isArray(each));
  const [{ length } = { length: 0 }] = lists;
  if (lists.length !== 1 || length === 0) return {};
  const size = Object.keys(query).find((name) => query[name] === String(length));
  if (size !== undefined) return { size };
  return Object.values(query).some((value) => /^\d+$/.test(value)) ? {} : { default: length };
}

/** Maximum number of remembered cursors. Clients usually request the next page soon. */
const mostRemembered = 500;
/** Page numbers and offsets are not cursors. */
const isCursor = ({ value }: NextValue): boolean => value.length < 2000 && !/^\d{0,4}$/.test(value);

function nextValues(from: RecordedExchange): NextValue[] {
  const [, link = ''] = /<([^<>]{1,4000})>[^<>]*\brel="?next\b/.exec(from.entry.responseHeaders['link'] ?? '') ?? [];
  const inUrl = (url: string, next: string): NextValue[] =>
    URL.canParse(url, from.origin)
      ? [...new URL(url, from.origin).searchParams].map(([parameter, value]) => ({ parameter, value, next, from }))
      : [];
  const walk = (value: object, depth: number): NextValue[] =>
    Object.entries(value).flatMap(([next, each]) => {
      if (isObject(each) && !Array.isArray(each)) return depth < 3 ? walk(each, depth + 1) : [];
      if (typeof each !== 'string' && typeof each !== 'number') return [];
      return [{ value: String(each), next, from }, ...(/[?&]/.test(String(each)) ? inUrl(String(each), next) : [])];
    });
  const members = isObject(from.answer) && !Array.isArray(from.answer) ? walk(from.answer, 0) : [];
  return [...members, ...inUrl(link, 'Link')].filter(isCursor);
}
