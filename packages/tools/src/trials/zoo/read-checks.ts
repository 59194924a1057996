import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { membersOf } from '../../members-of.ts';

/** The documented promise to report if the expectation fails, the path in the result, and the expected value. */
type Expectation = readonly [promise: string, path: string, expected: unknown];

/** One call of a client. `$name.path` in strings refers to a value in an earlier result. */
interface Step {
  /**
   * Path of the method, such as `messages($made.sid).fetch`. The path starts at the client, or at an earlier result. If
   * omitted, `as` names the value of `with`.
   */
  readonly call?: string;
  /** A list of arguments, or a single argument. The key `<<` copies the members of an object. */
  readonly with?: unknown;
  /** Names the result. Default `it`. */
  readonly as?: string;
  /** Repeats the call, and names the list of results. */
  readonly times?: number;
  /** Collects the items of all pages, which must not be more than this number. */
  readonly collect?: number;
  /** Expected members of the error, for a call that must fail. */
  readonly fails?: object;
  readonly expect?: readonly Expectation[];
  /** Runs shared steps first. */
  readonly use?: string;
}

interface CheckFile {
  readonly shared?: Readonly<Record<string, readonly Step[]>>;
  /** Values that every check can use. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly checks: Readonly<Record<string, readonly Step[]>>;
}

type Scope = Record<string, unknown>;

let unique = 0;

/** Reads the checks of a client from a table of calls and expected results. */
export function readChecks(file: URL): Readonly<Record<string, (client: unknown, url: string) => Promise<void>>> {
  const { shared = {}, values = {}, checks }: CheckFile = parse(readFileSync(file, 'utf8'));
  const run = async (steps: readonly Step[], client: unknown, url: string) => {
    unique += 1;
    const [later, inOneHour] = [Math.floor(Date.now() / 1000) + 3600, new Date(Date.now() + 3_600_000)];
    const scope: Scope = { url, unique: `unique-${unique}`, later, inOneHour };
    Object.assign(scope, fill(values, scope));
    await runSteps(client, steps, { scope, shared });
  };
  return Object.fromEntries(
    Object.entries(checks).map(([name, steps]) => [name, (client, url) => run(steps, client, url)]),
  );
}

async function runSteps(
  client: unknown,
  steps: readonly Step[],
  { scope, shared }: { scope: Scope; shared: NonNullable<CheckFile['shared']> },
): Promise<void> {
  for (const step of steps) {
    if (step.use !== undefined) await runSteps(client, shared[step.use] ?? [], { scope, shared });
    if (step.call !== undefined) scope[step.as ?? 'it'] = await runCall(client, step, scope);
    else if (step.as !== undefined) scope[step.as] = fill(step.with, scope);
    for (const [promise, path, expected] of step.expect ?? []) {
      const actual = readPath(scope, path.startsWith('$') ? path.slice(1) : `${step.as ?? 'it'}.${path}`);
      compare(promise, actual, fill(expected, scope));
    }
  }
}

async function runCall(client: unknown, step: Step, scope: Scope): Promise<unknown> {
  const { call = '', times, collect } = step;
  const run = async () => {
    const args = step.with === undefined ? [] : [fill(step.with, scope)].flat(1);
    const result = invoke(client, call, args, scope);
    return collect === undefined ? await result : await collectPages(result, collect);
  };
  if (step.fails !== undefined) return await readError(run(), step.fails);
  if (times === undefined) return await run();
  const results = [];
  for (let count = 0; count < times; count += 1) results.push(await run());
  return results;
}

/** Calls a method by its path. A path part such as `messages($sid)` calls a method along the path. */
function invoke(client: unknown, call: string, args: readonly unknown[], scope: Scope): unknown {
  const parts = [...call.matchAll(/(\$?\w+)(?:\(([^)]*)\))?(?:\.|$)/g)];
  let at: unknown = client;
  for (const [index, [, name = '', inner]] of parts.entries()) {
    if (name.startsWith('$')) at = scope[name.slice(1)];
    else if (index === parts.length - 1) return callMember(at, name, args);
    else at = inner === undefined ? membersOf(at)[name] : callMember(at, name, [fill(inner, scope)]);
  }
  return at;
}

function callMember(target: unknown, name: string, args: readonly unknown[]): unknown {
  const method = membersOf(target)[name];
  if (typeof method !== 'function') throw new TypeError(`${name} is not a function`);
  return Reflect.apply(method, target, args);
}

/** Replaces `$name.path` with its value. The path part `*` selects a member of each item. */
function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string' && /^\$[\w.*]+$/.test(value)) return readPath(scope, value.slice(1));
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([\w.*]+)\}/g, (_, path: string) => String(readPath(scope, path)));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, scope));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, fill(member, scope)] as const);
  return Object.fromEntries(
    members.flatMap(([name, member]) => (name === '<<' ? Object.entries(membersOf(member)) : [[name, member]])),
  );
}

function readPath(value: unknown, path: string): unknown {
  const [, name = '', rest = ''] = /^([^.]*)\.?(.*)$/.exec(path) ?? [];
  const at =
    typeof value === 'object' && value !== null && 'toJSON' in value ? JSON.parse(JSON.stringify(value)) : value;
  if (path === '') return at;
  if (name === 'length') return typeof at === 'string' ? at.length : membersOf(at)['length'];
  if (name === '*') return Array.isArray(at) ? at.map((item) => readPath(item, rest)) : undefined;
  return readPath(Array.isArray(at) ? at.at(Number(name)) : membersOf(at)[name], rest);
}

/** A documented promise that an API does not meet. */
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
async function readError(call: Promise<unknown>, expected: object): Promise<unknown> {
  const error = await call.then(
    (value) => new BrokenPromise('errors', `expected ${short(expected)}, but the call succeeded with ${short(value)}`),
    (reason) => reason,
  );
  if (error instanceof BrokenPromise) throw error;
  const { name } = error.constructor;
  expectMembers('errors', { type: name, ...error, class: name, message: error.message }, expected);
  return error;
}

/** Returns all items of pages or of a stream. Fails if they exceed a maximum. */
async function collectPages(result: unknown, most: number): Promise<unknown[]> {
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

/**
 * A string in slashes is a pattern. An expected object's members must occur in the actual one. Other values must be
 * equal.
 */
function compare(promise: string, actual: unknown, expected: unknown): void {
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
