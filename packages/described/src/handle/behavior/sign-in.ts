import { isObject } from '@understudy/contract';
import { type CompiledSignIn, getMember, type Resource } from '@understudy/model';
import { isSecretPosition } from '../../memory/message-values.js';
import {
  createSession,
  createValueFacts,
  type HandlerResult,
  type OperationRequest,
  readObjectBody,
  statementOf,
} from '../api-runtime.js';
import { respondWith } from '../create-response.js';
import { EntityStore } from '../entity-store.js';
import { readHidden } from '../hidden-members.js';
import type { BehaviorSession } from './behavior-session.js';
import { setComputedMember } from './computed-members.js';
import { createModelError } from './model-error.js';
import { findUnmetNeed } from './operation-needs.js';
import { showValue } from './show-value.js';

const lifetimeSeconds = 3600;

/** Signs in the user record that the request identifies, and responds with a token for it. */
export async function signIn(
  request: OperationRequest,
  { resource: name, by, password }: CompiledSignIn,
): Promise<HandlerResult> {
  const { served, plan, context } = request;
  const session = createSession(request);
  await session.prepare([name]);
  const wanted = by.map(([path, value]) => [path, session.evaluate(value, {})] as const);
  const known = session
    .all(name)
    .find((each) => wanted.every(([path, value]) => value !== null && isAlike(getMember(each, path), value)));
  const resource = served.resourcesByName.get(name);
  const isNew = statementOf(request)?.missing === 'create' && resource !== undefined;
  const self = isNew ? await storeUser(request, session, resource, known) : known;
  const isRight =
    isObject(self) && resource !== undefined && (await isPasswordOf(request, { session, resource, self, password }));
  if (!isObject(self) || !isRight || resource === undefined)
    return createModelError(session, plan, { kind: 'unauthenticated', message: 'The user or the password is wrong' });
  const unmet = findUnmetNeed({ served, plan, session }, self);
  if (unmet !== undefined) return unmet;
  const key = session.keyOfRecord(self) ?? '';
  const fields: Record<string, unknown> = { ...self };
  const stamps = session.behaviorOf(resource)?.stamped.get('login') ?? [];
  for (const member of stamps) setComputedMember(session, { resource, record: fields, member });
  const store = new EntityStore(context, resource, []);
  const there = store.findSync(key);
  if (stamps.length > 0 && there !== undefined) await store.put(key, fields, there);
  const caller = { clientId: key, scopes: [], claims: { sub: key, resource: name } };
  const token = await context.tokens.issue(caller, lifetimeSeconds, context.ids.next('token'));
  const facts = createValueFacts(context);
  const { answer } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  const status = plan.statuses[0] ?? 200;
  session.place(fields, resource, { key, parents: '' });
  if (answer !== undefined) {
    const body = showValue(session, session.evaluate(answer, { self: fields, caller: fields, token }));
    return respondWith(served, plan, status, { type: 'application/json', body }, facts, {});
  }
  const { operation, responses } = plan;
  const told = { token, access_token: token, accessToken: token, token_type: 'Bearer', user: fields };
  const order = { operation, responses, status, facts, seed: operation.operationId, wanted: [told] };
  return respondWith(served, plan, status, served.bodies.make(order), facts, {});
}

/** Stores a user on the first sign-in, or if the sign-in changes its members. */
async function storeUser(
  { served, context, input }: OperationRequest,
  session: BehaviorSession,
  resource: Resource,
  known: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const { schemas } = served.plan;
  const sent = readObjectBody(input.body);
  const before = isObject(known) ? known : undefined;
  const members = [...schemas.chosen(resource.schema).properties].flatMap(([name, schema]) => {
    const value = sent[name] ?? before?.[name] ?? schemas.chosen(schema).keywords['default'];
    return value === undefined ? [] : [[name, value] as const];
  });
  const key = session.keyOfRecord(known) ?? context.ids.next('user');
  const fields = { ...Object.fromEntries(members), [resource.key ?? 'id']: key };
  const store = new EntityStore(context, resource, []);
  await store.put(key, fields, store.findSync(key));
  session.place(fields, resource, { key, parents: '' });
  return fields;
}

interface SigningIn {
  readonly session: BehaviorSession;
  readonly resource: Resource;
  readonly self: Readonly<Record<string, unknown>>;
  readonly password: CompiledSignIn['password'];
}

/** True if the request contains the password of a user: the one set on creation, or else the one in the model. */
async function isPasswordOf(
  { context, input }: OperationRequest,
  { session, resource, self, password }: SigningIn,
): Promise<boolean> {
  const sent = readObjectBody(input.body);
  const place = { key: session.keyOfRecord(self) ?? '', parents: '' };
  const own = Object.entries(await readHidden(context, resource, place)).filter(([name]) => sent[name] !== undefined);
  if (own.length > 0) return own.every(([name, value]) => value === sent[name]);
  const [, given = ''] = Object.entries(sent).find(([name]) => isSecretPosition(`body.${name}`)) ?? [];
  return password === undefined || String(session.evaluate(password, { self }) ?? '') === String(given);
}

/** Revokes the token that a request was sent with. */
export function signOut({ context }: OperationRequest): void {
  const [, token] = /^\w+ +(.+)$/.exec(context.request.headers['authorization'] ?? '') ?? [];
  if (token !== undefined) context.tokens.revoke(token.trim());
}

function isAlike(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
