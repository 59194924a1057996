import { isObject, parseJson } from '@understudy/contract';
import { signMessage } from '@understudy/kernel/serving';
import { type ApiPlan, getMember, type OperationPlan, type Resource } from '@understudy/model';
import type { EventReceiver } from '../judge-request.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep, Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { awaitQuiet, listen } from './listen.js';
import { perform } from './perform.js';
import { trialOf } from './trial-of.js';

/** Returns the trials of the events that receivers and streams get. */
export function eventTrials(plan: ApiPlan): Trial[] {
  const { sign } = plan.model.events ?? {};
  const resources = [...plan.resources.values()];
  const streams = [...plan.operations.values()].filter(
    ({ operation: { operationId, path } }) =>
      plan.behavior.operations.get(operationId)?.statement.stream !== undefined && !path.includes('{'),
  );
  const [first] = resources;
  return [
    ...resources
      .filter(({ name }) => plan.behavior.receivers.has(name))
      .flatMap((resource) => [
        trialOf(plan, ['resources', resource.name, 'receives'], {
          resource,
          says: `${resource.name}: only the events that were asked for are sent`,
          isStated: true,
          property: tryReceiver,
        }),
        ...(sign?.scheme === undefined
          ? []
          : [
              trialOf(plan, ['events', 'sign'], {
                resource,
                says: `${resource.name}: what is sent is signed with the secret in ${sign.header ?? 'the header'}`,
                isStated: true,
                property: trySignature,
              }),
            ]),
      ]),
    ...(first === undefined ? [] : streams.flatMap((stream) => streamTrials(plan, stream, first))),
  ];
}

/** Returns the trials of stream filters that compare a member of the record. */
function streamTrials(plan: ApiPlan, stream: OperationPlan, resource: Resource): Trial[] {
  const { operationId } = stream.operation;
  const { bodies = {} } = plan.model.events ?? {};
  const where = plan.behavior.operations.get(operationId)?.where ?? [];
  return where.flatMap(([parameter, { text }]) => {
    const [, member] = /^self\.(\w+) == value$/.exec(text) ?? [];
    const shown = member && placeOf(bodies[operationId] ?? bodies['*'], `=event.record.${member}`);
    if (member === undefined || shown === undefined) return [];
    return trialOf(plan, ['operations', operationId, 'where', parameter], {
      resource,
      says: `${operationId}: the filter ${parameter} selects events with this ${shown}`,
      isStated: true,
      property: (session) => tryStream(session, stream, { parameter, shown }),
    });
  });
}

/** Returns the path of a value in a template. */
function placeOf(template: unknown, value: string): string | undefined {
  if (!isObject(template)) return undefined;
  for (const [name, inner] of Object.entries(template)) {
    const below = inner === value ? '' : placeOf(inner, value);
    if (below !== undefined) return below === '' ? name : `${name}.${below}`;
  }
  return undefined;
}

/** Causes events: creates a record of each resource with events, and performs each action on it. */
async function letEventsHappen(session: StateSession): Promise<void> {
  const { plan, options } = session.context;
  for (const resource of plan.resources.values()) {
    if (!plan.behavior.changes.has(resource.name)) continue;
    await session.create({ resource }).catch(() => {});
    await session.readAll(resource).catch(() => {});
    const records = session.shown.known(resource);
    for (const operation of plan.operations.values()) {
      const isOwn =
        operation.resource === resource && operation.does === 'act' && operation.effects?.list === undefined;
      if (!isOwn || options.isMeant?.(operation.operation) === false) continue;
      let done = 0;
      for (const record of records.slice(-mostRecords).toReversed()) {
        const key = session.shown.keyOf(record);
        const step = await perform(session, operation, { record, key }).catch(() => undefined);
        if (step !== undefined && step.status < 300) done += 1;
        if (done === enough) break;
      }
    }
  }
}

const mostRecords = 6;
const enough = 2;

interface Subscription {
  /** The request that registered the receiver. */
  readonly step: StateStep;
  readonly receiver: EventReceiver;
  readonly asked: readonly string[];
  readonly secret: string | undefined;
}

/** Subscribes a new receiver to some types of events. Undefined if the API does not accept them. */
async function subscribe(session: StateSession, types: readonly string[]): Promise<Subscription | undefined> {
  const { plan, variants, options } = session.context;
  const receiver = await options.openReceiver?.();
  if (receiver === undefined) return session.cannot('the server has no address to send to');
  const member = (what: string) =>
    [...session.resource.writable.keys()].find((name) => plan.schemas.names.get(name)?.receiver === what);
  const [address, events, secret] = ['address', 'events', 'secret'].map(member);
  const wanted = { [address ?? '']: receiver.url, [events ?? '']: types, [secret ?? '']: secretText };
  const created = await session.create({
    complete: (creates, body) =>
      Object.entries(wanted).reduce(
        (value, [name, each]) => variants.with(creates, { value, name, member: each }) ?? value,
        body,
      ),
  });
  const isSent = created !== undefined && address !== undefined && created.entity[address] === receiver.url;
  if (!isSent) {
    await receiver.close();
    return session.cannot('no receiver can be registered');
  }
  const own = secret === undefined ? undefined : created.entity[secret];
  const asked = events === undefined ? undefined : created.entity[events];
  return {
    step: created.step,
    receiver,
    asked: Array.isArray(asked) ? asked.map(String) : [],
    secret: typeof own === 'string' ? own : undefined,
  };
}

const secretText = 'understudy-secret-0123456789abcdef';

/**
 * Tries two receivers: one that subscribes to a single type of event, and one that subscribes to all types of the
 * model.
 */
async function tryReceiver(session: StateSession): Promise<Violation | undefined> {
  const types = typesOf(session);
  const all = await subscribe(session, types);
  if (all === undefined) return undefined;
  const [type = ''] = types;
  const one = await subscribe(session, [type]);
  try {
    if (one === undefined) return undefined;
    if (one.asked.join() !== type) return session.cannot('a receiver does not name its events');
    await letEventsHappen(session);
    await awaitQuiet(() => all.receiver.received.length);
    const wrong = sentTypes(session, one).find((each) => each !== type && types.includes(each));
    if (wrong !== undefined) return contradict(one.step, `${wrong} was sent to a receiver that asked for ${type} only`);
    const others = sentTypes(session, all).filter((each) => each !== type);
    return others.length === 0 ? session.cannot('no other events were sent') : undefined;
  } finally {
    await Promise.all([all.receiver.close(), one?.receiver.close()]);
  }
}

function typesOf({ context: { plan } }: StateSession): string[] {
  const { types = {} } = plan.model.events ?? {};
  return Object.keys(types).filter((name) => types[name]?.webhook !== undefined);
}

/** Returns the types of the received events, from the header or the member that contains the type. */
function sentTypes({ context: { plan } }: StateSession, { receiver }: Subscription): string[] {
  const { header = '', bodies = {} } = plan.model.events ?? {};
  const places = Object.values(bodies).flatMap((body) => placeOf(body, '=event.type') ?? []);
  return receiver.received.flatMap(({ headers, body }) => {
    const named = headers[header.toLowerCase()];
    if (named !== undefined) return named;
    const message = readMessage(body);
    return places
      .flatMap((place) => getMember(message, place) ?? [])
      .slice(0, 1)
      .map(String);
  });
}

function readMessage(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function trySignature(session: StateSession): Promise<Violation | undefined> {
  const { sign } = session.context.plan.model.events ?? {};
  const subscription = await subscribe(session, typesOf(session));
  if (subscription === undefined || sign?.scheme === undefined) return undefined;
  const { receiver, secret, step } = subscription;
  try {
    if (secret === undefined) return session.cannot('a receiver has no secret');
    await letEventsHappen(session);
    await awaitQuiet(() => receiver.received.length);
    const [message] = receiver.received;
    if (message === undefined) return session.cannot('no event was sent');
    const signature = { scheme: sign.scheme, secrets: [secret], ...(sign.header && { header: sign.header }) };
    const { headers, body } = message;
    const said = Object.values(headers).join(' ');
    const time = Number(/(?:^| |t=)(1\d{9})\b/.exec(said)?.[1] ?? 0);
    const expected = signMessage(signature, { id: headers['webhook-id'] ?? '', time, body });
    const wrong = Object.entries(expected).find(([name, value]) => headers[name.toLowerCase()] !== value);
    if (wrong === undefined) return undefined;
    const [name, value] = wrong;
    return contradict(step, `an event was sent with ${name}: ${headers[name.toLowerCase()]}, and not ${value}`);
  } finally {
    await receiver.close();
  }
}

/** Creates a violation that the received events show after the whole sequence. */
function contradict(step: StateStep, says: string): Violation {
  return { step, says, expected: { parts: ['$statusCode'], operator: '==', value: step.status }, isReceived: true };
}

/** Compares the events of a stream with and without a filter. */
async function tryStream(
  session: StateSession,
  stream: OperationPlan,
  { parameter, shown }: { readonly parameter: string; readonly shown: string },
): Promise<Violation | undefined> {
  const every = listen(session, stream);
  await letEventsHappen(session);
  await awaitQuiet(() => every.events.length);
  const values = new Set(every.events.map((event) => getMember(event, shown)));
  const texts = [...values].flatMap((value) => (typeof value === 'string' ? value : []));
  const filtered = texts
    .slice(0, mostValues)
    .map((value) => ({ value, own: listen(session, stream, { [parameter]: value }) }));
  const before = every.events.length;
  await letEventsHappen(session);
  await letEventsHappen(session);
  await awaitQuiet(() => every.events.length - before);
  every.close();
  let isTold = false;
  let found: Violation | undefined;
  for (const { value, own } of filtered) {
    const step = own.close();
    const isOther = (event: unknown) => getMember(event, shown) !== value;
    const wrong = own.events.find(isOther);
    isTold ||= own.events.length > 0 && every.events.slice(before).some(isOther);
    if (wrong === undefined) continue;
    const says = `the filter ${parameter}=${value} also sends an event with ${shown} ${String(getMember(wrong, shown))}`;
    found ??= contradict(step, says);
  }
  return found ?? (isTold ? undefined : session.cannot('the events do not differ'));
}

const mostValues = 3;
