import { isObject, type Operation, stringifyJson } from '@understudy/contract';
import { draftRequest } from '@understudy/described';
import { type ApiPlan, getMember, type OperationPlan, setMember } from '@understudy/model';
import { type FuzzOptions, resolveUrl } from '../judge-request.js';
import { sendWritten } from '../send-request.js';

/** A signed-in user from the description. */
export interface KnownUser {
  /** The members that identify its record. */
  readonly by: Readonly<Record<string, unknown>>;
  /** The facts about the user in the description and in the sign-in response. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly token: string;
}

/** How users sign in according to the model. */
interface SignInPlan {
  readonly plan: OperationPlan;
  readonly resource: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Pairs of a record member and the request member for it. */
  readonly by: readonly (readonly [member: string, sent: string])[];
  /** The member with the password. */
  readonly password: string | undefined;
  /** The expected response. */
  readonly template: unknown;
}

/** True if the operation ends the session, so that later operations are not authorized. */
export function endsSession({ behavior }: Pick<ApiPlan, 'behavior'>, { operationId }: Operation): boolean {
  const isStated = behavior.operations.get(operationId)?.statement.logout === true;
  return isStated || /(?:log|sign)_?-?out|revoke_?-?(?:token|session)/i.test(operationId);
}

/** Finds the operation with which the model's users sign in. */
export function findSignIn(plan: ApiPlan): SignInPlan | undefined {
  for (const [id, { login, statement }] of plan.behavior.operations) {
    const operation = plan.operations.get(id);
    const body = operation && draftRequest(plan.schemas, operation).body?.value;
    if (login === undefined || operation === undefined || !isObject(body)) continue;
    const by = login.by.flatMap(([member, { text }]) => {
      const [, sent] = /^body(?:\.|\[")([\w-]+)(?:"\])?$/.exec(text) ?? [];
      return sent === undefined ? [] : [[member, sent] as const];
    });
    const names = new Set(by.map(([, sent]) => sent));
    const password = Object.keys(body).find((name) => !names.has(name) && /pass|secret|pin/i.test(name));
    if (by.length === 0) continue;
    const given = typeof statement.password === 'string' ? { [password ?? 'password']: statement.password } : {};
    return {
      plan: operation,
      resource: login.resource,
      body: { ...body, ...given },
      by,
      password,
      template: statement.answer,
    };
  }
  return undefined;
}

/** Signs in the users in the model, starting with the one in the example. */
export async function signInUsers(plan: ApiPlan, options: FuzzOptions): Promise<KnownUser[]> {
  const signIn = findSignIn(plan);
  if (signIn === undefined || options.isMeant?.(signIn.plan.operation) === false) return [];
  const seed = plan.model.seeds?.[signIn.resource];
  const first: readonly unknown[] = isObject(seed) && Array.isArray(seed['first']) ? seed['first'] : [];
  const example = Object.fromEntries(signIn.by.map(([member, sent]) => [member, signIn.body[sent]]));
  const named = first.filter(isObject).filter((each) => signIn.by.every(([member]) => member in each));
  const isExample = (each: Readonly<Record<string, unknown>>) =>
    signIn.by.every(([member]) => each[member] === example[member]);
  const candidates = [...named.filter(isExample), ...named.filter((each) => !isExample(each))];
  const users: KnownUser[] = [];
  for (const facts of candidates.length === 0 ? [example] : candidates) {
    const user = await signInAs(signIn, facts, options);
    if (user !== undefined) users.push(user);
  }
  return users;
}

async function signInAs(
  { plan, body: example, by, template }: SignInPlan,
  facts: Readonly<Record<string, unknown>>,
  options: FuzzOptions,
): Promise<KnownUser | undefined> {
  const body = { ...example };
  for (const [member, sent] of by) setMember(body, sent, facts[member]);
  const { method, path } = plan.operation;
  const url = resolveUrl(options, plan.operation);
  const sent = { target: path, headers: { 'content-type': 'application/json' }, body: encode(body) };
  const received = await sendWritten({ ...options, url }, method, sent).catch(() => undefined);
  const token = received !== undefined && received.status < 300 ? findToken(received.body) : undefined;
  if (token === undefined) return undefined;
  const identity = Object.fromEntries(by.map(([member]) => [member, facts[member]]));
  return { by: identity, facts: { ...factsIn(received?.body, template), ...facts }, token };
}

/** Returns the record's members that the response contains according to the model. */
function factsIn(answer: unknown, template: unknown): Readonly<Record<string, unknown>> {
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(isObject(template) ? template : {})) {
    const [, member] = /^=\s*self\.(\w+)$/.exec(String(value)) ?? [];
    const shown = getMember(answer, name);
    if (member !== undefined && shown !== undefined) facts[member] = shown;
  }
  return facts;
}

function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(stringifyJson(value));
}

/** Finds the first string in a response whose name identifies it as a token. */
export function findToken(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const [, token] =
    Object.entries(body).find(([name, value]) => /token|jwt/i.test(name) && typeof value === 'string') ?? [];
  if (typeof token === 'string') return token;
  return Object.values(body)
    .map(findToken)
    .find((each) => each !== undefined);
}
