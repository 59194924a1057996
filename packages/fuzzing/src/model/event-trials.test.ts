import { createHmac } from 'node:crypto';
import { createContract, isObject, parseJson, stringifyJson } from '@understudy/contract';
import { expect, it } from 'vitest';
import { fuzzContract } from '../fuzz-contract.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const door = object({ id: text, room: text, state: { type: 'string', enum: ['shut', 'open'] } });
const types = ['door.added', 'door.opened'];
const hook = { url: { type: 'string', format: 'uri' }, events: { type: 'array', items: { enum: types } } };
const key = [{ name: 'id', in: 'path', required: true, schema: text }];
const shown = (status: string, schema: object) => ({ [status]: { description: 'Done', ...json(schema) } });
const list = { type: 'array', items: door };
const contract = createContract('doors', {
  openapi: '3.1.0',
  info: { title: 'Doors', version: '1' },
  paths: {
    '/doors': {
      get: { operationId: 'listDoors', responses: shown('200', list) },
      post: {
        operationId: 'addDoor',
        requestBody: json(object({ room: { type: 'string', enum: ['hall', 'attic', 'cellar'] } })),
        responses: shown('201', door),
      },
    },
    '/doors/{id}': { get: { operationId: 'getDoor', parameters: key, responses: shown('200', door) } },
    '/doors/{id}/open': { post: { operationId: 'openDoor', parameters: key, responses: shown('200', door) } },
    '/hooks': {
      post: {
        operationId: 'addHook',
        requestBody: json(object({ ...hook, secret: { type: 'string', minLength: 16 } })),
        responses: shown('201', object({ id: text, ...hook })),
      },
    },
    '/feed': {
      get: {
        operationId: 'feed',
        parameters: [{ name: 'room', in: 'query', schema: text }],
        responses: { '200': { description: 'Events', content: { 'text/event-stream': { schema: text } } } },
      },
    },
  },
});
const message = { type: '=event.type', room: '=event.record.room' };
const model = {
  resources: {
    doors: { lifecycle: { member: 'state', initial: 'shut', transitions: { open: { on: 'openDoor', to: 'open' } } } },
    hooks: { receives: true },
  },
  operations: { feed: { stream: 'events', where: { room: 'self.room == value' } } },
  events: {
    types: {
      'door.added': { of: 'doors', when: 'old == null', webhook: 'event' },
      'door.opened': { of: 'doors', when: 'self.state == "open"', webhook: 'event' },
    },
    bodies: { '*': message, feed: message },
    sign: { scheme: 'body' as const, header: 'X-Signature' },
  },
};

type Deviation = 'sends everything' | 'signs with a wrong key' | 'streams every room';

interface Hook {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
}

/** Doors that tell what happens to them, apart from a deviation. */
async function testDoors(deviation?: Deviation) {
  const doors = new Map<string, Record<string, string>>();
  const hooks: Hook[] = [];
  const streams = new Set<{ readonly room: string | null; send(data: string): void }>();
  const inboxes = new Map<string, { headers: Record<string, string>; body: string }[]>();
  const tell = (type: string, room = '') => {
    const body = stringifyJson({ type, room });
    for (const { url, events, secret } of hooks)
      if (deviation === 'sends everything' || events.includes(type)) {
        const signing = deviation === 'signs with a wrong key' ? 'another secret' : secret;
        const signature = `sha256=${createHmac('sha256', signing).update(body).digest('hex')}`;
        inboxes.get(url)?.push({ headers: { 'x-signature': signature }, body });
      }
    for (const stream of streams)
      if (deviation === 'streams every room' || stream.room === null || stream.room === room)
        stream.send(`data: ${body}\n\n`);
  };
  const openStream = (room: string | null, signal: AbortSignal | null | undefined) => {
    const body = new ReadableStream({
      start(controller) {
        const stream = { room, send: (data: string) => controller.enqueue(new TextEncoder().encode(data)) };
        streams.add(stream);
        signal?.addEventListener('abort', () => streams.delete(stream));
        stream.send(': hello\n\n');
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const serve = async (address: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address);
    const [, collection, id = '', action] = pathname.split('/');
    if (collection === 'feed') return openStream(searchParams.get('room'), signal);
    const sent = body instanceof Uint8Array && body.length > 0 ? parseJson(new TextDecoder().decode(body)) : {};
    if (collection === 'hooks' && isObject(sent)) {
      hooks.push(sent as unknown as Hook);
      return Response.json({ id: `h${hooks.length}`, url: sent['url'], events: sent['events'] }, { status: 201 });
    }
    if (id === '' && method === 'GET') return Response.json([...doors.values()]);
    if (id === '' && isObject(sent)) {
      const added = { id: `d${doors.size + 1}`, room: String(sent['room']), state: 'shut' };
      doors.set(added.id, added);
      tell('door.added', added.room);
      return Response.json(added, { status: 201 });
    }
    const found = doors.get(id);
    if (found === undefined) return new Response(null, { status: 404 });
    if (action === 'open') {
      found['state'] = 'open';
      tell('door.opened', found['room']);
    }
    return Response.json(found);
  };
  const openReceiver = async () => {
    const url = `http://127.0.0.1:9/inbox-${inboxes.size}`;
    const received: { headers: Record<string, string>; body: string }[] = [];
    inboxes.set(url, received);
    return { url, received, close: async () => {} };
  };
  const options = { fetch: serve, url: 'http://127.0.0.1:1', requests: 1, covers: false, model, openReceiver };
  const { statements, findings } = await fuzzContract(contract, options);
  const outcomes = statements.flatMap(({ id, outcome }) =>
    ['/resources/hooks/receives', '/events/sign', '/operations/feed/where/room'].includes(id) ? outcome : [],
  );
  return { outcomes, said: findings.flatMap(({ wrong }) => wrong.slice(0, 1)) };
}

it('confirms that events are filtered and signed', { tags: 'slow' }, async () => {
  expect((await testDoors()).outcomes).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

it.each([
  ['sends everything', /^door\.opened was sent to a receiver that asked for door\.added only$/],
  ['signs with a wrong key', /^an event was sent with X-Signature: sha256=\w+, and not sha256=\w+$/],
  ['streams every room', /^the filter room=\w+ also sends an event with room \w+$/],
] as const)('finds a server that %s', { tags: 'slow' }, async (deviation, says) => {
  expect((await testDoors(deviation)).said).toContainEqual(expect.stringMatching(says));
});
