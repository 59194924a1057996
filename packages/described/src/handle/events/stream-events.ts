import { isStreamingMediaType, stringifyJson } from '@understudy/contract';
import { getMember, type OperationPlan } from '@understudy/model';
import { negotiateMediaType } from '../../answer/negotiate-media-type.js';
import { createSession, createValueFacts, type HandlerResult, type OperationRequest } from '../api-runtime.js';
import type { BehaviorSession } from '../behavior/behavior-session.js';
import { createEventPayload } from './event-payload.js';
import { listStreams, type PublishedEvent } from './tell-event.js';

/** Responds with a stream that stays open and sends events from now on. Undefined for other operations. */
export function streamEvents(request: OperationRequest): HandlerResult | undefined {
  const { served, plan, context } = request;
  const { statement } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  const content = streamOf(plan, context.request.headers['accept']);
  if (statement?.stream === undefined || content === undefined) return undefined;
  const [type, schema] = content;
  const items = context.feed.follow()[Symbol.asyncIterator]();
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
    body: untilReturned(framesOf(request, items, { type, schema }), items),
  };
}

/** Closes a stream if its reader leaves while waiting for an event. */
function untilReturned(frames: AsyncGenerator<string>, items: AsyncIterator<unknown>): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => frames.next(),
      async return() {
        await items.return?.();
        return await frames.return(undefined);
      },
    }),
  };
}

/** The media type of the stream. If the operation can also respond without a stream, it streams only on request. */
function streamOf(
  { responses }: OperationPlan,
  accept: string | undefined,
): readonly [type: string, schema: unknown] | undefined {
  const { content } = responses.find(({ key }) => key.startsWith('2')) ?? {};
  const types = [...(content?.keys() ?? [])];
  const whole = types.filter((type) => !isStreamingMediaType(type));
  const { offered } = negotiateMediaType(accept, [...whole, ...types]);
  return isStreamingMediaType(offered) ? [offered, content?.get(offered)?.schema] : undefined;
}

async function* framesOf(
  request: OperationRequest,
  items: AsyncIterator<unknown>,
  { type, schema }: { readonly type: string; readonly schema: unknown },
): AsyncGenerator<string> {
  const isSse = type === 'text/event-stream';
  // Sends the head of the response immediately, with the first frame.
  if (isSse) yield ': events from now on\n\n';
  for (let item = await items.next(); item.done !== true; item = await items.next()) {
    const session = createSession(request);
    const told = payloadOf(request, session, item.value as PublishedEvent, schema);
    if (told === undefined || !isWanted(request, session, told.payload)) continue;
    const json = stringifyJson(told.payload);
    const id = getMember(told.payload, 'id');
    const head = `event: ${told.type}\n${typeof id === 'string' ? `id: ${id}\n` : ''}`;
    yield isSse ? `${head}data: ${json}\n\n` : type === 'application/json-seq' ? `\u001E${json}\n` : `${json}\n`;
  }
}

/** The payload that the stream sends for an event. Undefined if the stream does not send the event. */
function payloadOf(
  ...[request, session, { resource: name, event, ...stated }, schema]: readonly [
    OperationRequest,
    BehaviorSession,
    PublishedEvent,
    unknown,
  ]
): { readonly type: string; readonly payload: unknown } | undefined {
  const { served, context, plan } = request;
  const by = plan.operation.operationId;
  const { operations, events } = served.plan.behavior;
  const condition = operations.get(by)?.streams?.if;
  const resource = served.resourcesByName.get(name ?? '');
  const values = { self: event.fields, event: { type: event.name, id: event.id } };
  if (listStreams(events?.channels ?? [])?.includes(by) === false) return undefined;
  if (condition !== undefined && session.evaluate(condition, values) !== true) return undefined;
  const facts = { ...createValueFacts(context), now: context.clock.now() };
  const payload =
    'body' in stated || resource === undefined
      ? (stated.body ?? event.fields)
      : createEventPayload({ served, session, resource, event, facts, by }, schema);
  // A stream whose schema lists event names sends only those.
  for (const [member, property] of served.plan.schemas.chosen(schema).properties) {
    const { enum: listed } = served.plan.schemas.chosen(property).keywords;
    if (Array.isArray(listed) && getMember(payload, member) === event.name && !listed.includes(event.name))
      return undefined;
  }
  return { type: event.name, payload };
}

/** True if an event meets the conditions of the query parameters in the request. */
function isWanted({ served, plan, input }: OperationRequest, session: BehaviorSession, payload: unknown): boolean {
  const { where = [] } = served.plan.behavior.operations.get(plan.operation.operationId) ?? {};
  return where.every(([parameter, condition]) => {
    const value = input.query[parameter];
    return value === undefined || session.evaluate(condition, { self: payload, value }) === true;
  });
}
