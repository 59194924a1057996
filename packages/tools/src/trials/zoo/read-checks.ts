import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { membersOf } from '../../members-of.ts';
import { collectPages, compare, readError } from './expectations.ts';

/** The promise that is named when an expectation fails, the path in the result, and the expected value. */
type Expectation = readonly [promise: string, path: string, expected: unknown];

/** One call of a client. `$name.path` in its texts is a value of an earlier result. */
interface Step {
  /**
   * Path of the method, such as `messages($made.sid).fetch`. It starts at the client, or at an earlier result. Without
   * it, `as` names the value of `with`.
   */
  readonly call?: string;
  /** The arguments, a list or the only one. The key `<<` copies the members of an object. */
  readonly with?: unknown;
  /** Names the result. Default `it`. */
  readonly as?: string;
  /** Repeats the call, and names the list of results. */
  readonly times?: number;
  /** Collects the items of the pages. There are at most so many. */
  readonly collect?: number;
  /** The members of the error of a call that must fail. */
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

/** Reads the checks of a client, a table of its calls and what the results must be. */
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

/** Calls a method by its path. A part such as `messages($sid)` calls a method on the way. */
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

/** Replaces `$name.path` by its value. A path part `*` takes the member of each item. */
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
