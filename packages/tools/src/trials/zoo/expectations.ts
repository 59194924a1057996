// What the checks of the clients compare with. `promise` names the promise of the API: failures of one name are reported as
// one cause.
import { isDeepStrictEqual } from 'node:util';
import { membersOf } from '../../members-of.ts';

/** A promise that an API has not kept. */
class BrokenPromise extends Error {
  constructor(promise: string, detail: string) {
    super(`${promise}: ${detail}`);
    this.cause = promise;
  }
}

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 200);

function expectEqual(promise: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new BrokenPromise(promise, `expected ${short(expected)}, got ${short(actual)}`);
}

function expectMembers(promise: string, actual: unknown, expected: object): void {
  for (const [name, value] of Object.entries(expected)) {
    const found = membersOf(actual)[name];
    if (isDeepStrictEqual(found, value)) continue;
    throw new BrokenPromise(promise, `expected ${name} ${short(value)}, got ${short(found)}`);
  }
}

/** Returns the error of a call that must fail, with the members of `expected`. */
export async function readError(call: Promise<unknown>, expected: object): Promise<unknown> {
  const error = await call.then(
    (value) => new BrokenPromise('errors', `expected ${short(expected)}, but the call succeeded with ${short(value)}`),
    (reason) => reason,
  );
  if (error instanceof BrokenPromise) throw error;
  const { name } = error.constructor;
  expectMembers('errors', { type: name, ...error, class: name, message: error.message }, expected);
  return error;
}

/** Returns all items of pages or of a stream, at most so many. */
export async function collectPages(result: unknown, most: number): Promise<unknown[]> {
  const pages = isIterable(result) ? result : await result;
  if (!isIterable(pages)) throw new BrokenPromise('pages end', `${short(pages)} has no pages`);
  const items: unknown[] = [];
  for await (const item of pages) {
    items.push(item);
    if (items.length > most) throw new BrokenPromise('pages end', `more than ${most} items`);
  }
  return items;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in membersOf(value);
}

/** A text in slashes is a pattern. Members of an object must be in the actual one. Other values must be equal. */
export function compare(promise: string, actual: unknown, expected: unknown): void {
  const [[rule = '', value] = []] = Object.entries(membersOf(expected));
  const judge = rules.get(rule);
  if (judge !== undefined) {
    if (!judge(actual, value)) throw new BrokenPromise(promise, `got ${short({ actual, [rule]: value })}`);
  } else if (typeof expected === 'string' && /^\/.*\/$/.test(expected)) {
    if (!new RegExp(expected.slice(1, -1)).test(String(actual)))
      throw new BrokenPromise(promise, `expected ${expected}, got ${short(actual)}`);
  } else if (Array.isArray(expected) || typeof expected !== 'object' || expected === null) {
    expectEqual(promise, actual, expected);
  } else expectMembers(promise, actual, expected);
}

/** Rules other than a value. The key names the rule, as in `{ includes: [1, 2] }`. */
const rules: ReadonlyMap<string, (actual: unknown, value: unknown) => boolean> = new Map(
  Object.entries<(actual: unknown, value: unknown) => boolean>({
    exactly: (actual, value) => isDeepStrictEqual(toPlain(actual), toPlain(value)),
    hasKeys: (actual, value) => isDeepStrictEqual(Object.keys(membersOf(actual)).sort(), value),
    hasNames: (actual, value) =>
      isDeepStrictEqual(
        toList(actual).map((item) => membersOf(item)['name'] ?? item),
        value,
      ),
    includes: (actual, value) => [value].flat().every((item) => toList(actual).includes(item)),
    excludes: (actual, value) => [value].flat().every((item) => !toList(actual).includes(item)),
    differs: (actual, value) => actual !== value,
    empty: (actual) => toList(actual).length === 0,
    present: (actual, value) => Boolean(actual) === value,
    distinct: (actual, least) =>
      new Set(toList(actual)).size === toList(actual).length && toList(actual).length >= Number(least),
    sorted: (actual, value) => isDeepStrictEqual([...toList(actual)].sort(), [...toList(value)].sort()),
    startsWith: (actual, value) => String(actual).startsWith(String(value)),
    each: (actual, value) => value !== undefined && isEach(actual, (item) => item === value),
    some: (actual) => toList(actual).some(Boolean),
    isA: (actual, type) => isEach([actual].flat(), (item) => kinds.get(String(type))?.(item) === true),
    atLeast: (actual, least) => Number(actual) >= Number(least),
    isSumOf: (actual, parts) =>
      Number(actual) > 0 && actual === toList(parts).reduce((sum: number, part) => sum + Number(part), 0),
    isRecent: (actual) => Math.abs(toMilliseconds(actual) - Date.now()) < 60_000,
  }),
);

const kinds: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries<(value: unknown) => boolean>({
    boolean: (value) => typeof value === 'boolean',
    integer: Number.isInteger,
    number: Number.isFinite,
    string: (value) => typeof value === 'string',
    text: (value) => typeof value === 'string' && value !== '',
    url: (value) => URL.canParse(String(value)),
  }),
);

const isEach = (list: unknown, test: (item: unknown) => boolean) => toList(list).length > 0 && toList(list).every(test);
const toPlain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flat() : []);

/** Reads an ISO date, or seconds. */
function toMilliseconds(value: unknown): number {
  return Number.isNaN(Number(value)) ? Date.parse(String(value)) : Number(value) * 1000;
}
