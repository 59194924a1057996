import { ApiDriver, notesSimulator, parcelsSimulator, testOrigin } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { defineAction } from '../api/define-action.js';
import type { StoredRecord } from '../store/store.js';
import { MemoryArchive } from '../testing/memory-archive.js';
import type { SandboxArchive } from './archive.js';

type Call = readonly [call: string, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Returns the remaining part of a record; undefined if nothing remains. */
type Loss = (record: StoredRecord) => StoredRecord | undefined;

const revoke = defineAction({
  summary: 'Revokes a token',
  input: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
  async run({ token }, { tokens }) {
    tokens.revoke(token);
    return {};
  },
});
const parcels = { ...parcelsSimulator, actions: { ...parcelsSimulator.actions, revoke } };

const inbox = (name: string) => `${testOrigin}/~own/_sim/inbox/${name}`;
const progression = (rule: string): Call => ['PATCH /_sim/settings', { progression: rule }];
const shout = (id: string, url?: string): Call => [`POST /notes/${id}/shout`, { text: id, ...(url && { url }) }];
const twice = (call: Call): Call[] => [call, call];
const getNote: Call = ['GET /notes/a'];

/** Calls that leave work of every kind in progress. */
const before: Call[] = [
  ['PUT /notes/a', { text: 'x' }],
  ['GET /notes/none'],
  [
    'PUT /_sim/faults',
    {
      faults: [
        { match: { operationId: 'getNote', nth: 6 }, effect: { status: 503 } },
        { match: { operationId: 'getNote', probability: 0.5 }, effect: { status: 429 } },
      ],
    },
  ],
  ...twice(getNote),
  ...twice(getNote),
  progression('polls:3'),
  shout('polled', inbox('jobs')),
  ['GET /jobs/polled'],
  progression('after:PT1H'),
  shout('later', inbox('jobs')),
  progression('manual'),
  shout('held'),
  progression('immediate'),
  ['PUT /_sim/inbox/in/answers', { answers: [{ status: 500, times: 2 }, { status: 204 }] }],
  shout('first', inbox('in')),
  shout('second', inbox('in')),
  ...['one', 'two', 'three', 'four'].map((name): Call => ['POST /later', { name, onArrival: inbox('parcels') }]),
  ['POST /later', { url: inbox('parcels') }],
  ['POST /_sim/clock/advance', { by: 'PT10S' }],
  ['PUT /_sim/snapshots/named'],
  progression('after:PT2H'),
];

/** Calls whose responses depend on all of that state. */
const after: Call[] = [
  ...['clock', 'settings', 'faults', 'deliveries', 'jobs', 'snapshots'].map((what): Call => [`GET /_sim/${what}`]),
  ['GET /notes/none'],
  ...twice(getNote),
  ...twice(getNote),
  ...twice(['GET /jobs/polled']),
  ['POST /_sim/jobs/held/complete'],
  ['POST /_sim/clock/advance', { by: 'PT55S' }],
  shout('more', inbox('jobs')),
  ['POST /_sim/clock/advance', { by: 'PT1H' }],
  ...['in', 'jobs', 'parcels'].map((name): Call => [`GET /_sim/inbox/${name}/messages`]),
  ['PUT /_sim/snapshots/end'],
  ['GET /_sim/snapshots/end'],
  ['POST /_sim/snapshots/named/restore'],
  ['POST /_sim/clock/advance', { by: 'PT2M' }],
  ['PUT /_sim/snapshots/again'],
  ['GET /_sim/snapshots/again'],
  ['POST /_sim/reset'],
  ['GET /_sim/settings'],
  shout('anew'),
  ['PUT /_sim/snapshots/reset'],
  ['GET /_sim/snapshots/reset'],
];

const start = (archive: SandboxArchive) => new ApiDriver([notesSimulator, parcels], {}, { archive });

async function play(server: ApiDriver, calls: readonly Call[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [call, body, headers] of calls) {
    const [method, path] = call.split(' ');
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const all = { tenantId: 't1', ...type, ...headers };
    const answer = await server.call(`${method} /~own${path}`, { body, headers: all });
    answers.push({ call, status: answer.status, body: answer.body });
  }
  return answers;
}

/** Creates a sandbox with unusual settings and work of every kind in progress. */
async function prepare() {
  const archive = new MemoryArchive();
  const server = start(archive);
  const setup = { clock: 'manual', at: '2026-03-01T08:00:00Z', randomSeed: 'own', progression: 'documented' };
  await server.call('POST /_sim/sandboxes', { body: { name: 'own', ...setup } });
  const given = ['kept', 'revoked'].map((claim): Call => {
    return ['POST /_sim/actions/parcels/issueToken', { scopes: ['read'], claims: { claim }, seconds: 9000 }];
  });
  const tokens = (await play(server, given)).map((answer) => String(Object(answer).body.token));
  await play(server, [['POST /_sim/actions/parcels/revoke', { token: tokens[1] }], ...before]);
  const uses = tokens.map((token): Call => ['GET /open', undefined, { authorization: `Bearer ${token}` }]);
  return { archive, server, later: [...uses, ...after] };
}

/** Copies an archive, or the remaining part of it. */
async function copyOf(archive: SandboxArchive, loss: Loss = (record) => record): Promise<MemoryArchive> {
  const copy = new MemoryArchive();
  for (const { name, ...metadata } of await archive.names()) {
    const left = (await archive.read(name)).flatMap((record) => loss(record) ?? []);
    await copy.append(name, 0, [
      ...left.map((record) => ({ kind: 'put' as const, ...record })),
      { kind: 'metadata', metadata },
    ]);
  }
  return copy;
}

async function goOn(archive: SandboxArchive, later: readonly Call[]): Promise<string[]> {
  const server = start(archive);
  const answers = textOf(await play(server, later));
  await server.simulators.close();
  return answers;
}

/**
 * Returns responses as text. The numbers of timers and entries are removed, because they can differ if the order does
 * not.
 */
function textOf(answers: readonly unknown[]): string[] {
  const text = JSON.stringify(answers, (key, value) => (key === 'cause' || key === 'order' ? undefined : value), 1);
  return text.split('\n');
}

const without =
  (...names: string[]): Loss =>
  (record) =>
    names.includes(record.collection) ? undefined : record;

const withoutMember =
  (collection: string, member: string): Loss =>
  (record) => {
    if (record.collection !== collection) return record;
    const { [member]: _lost, ...value } = Object(record.value);
    return { ...record, value };
  };

describe('stored sandbox records', () => {
  const prepared = prepare();
  const killed = prepared.then(({ archive }) => copyOf(archive));
  const neverEnded = killed.then(async () => {
    const { server, later } = await prepared;
    const answers = textOf(await play(server, later));
    await server.simulators.close();
    expect(server.simulators.defects).toEqual([]);
    return answers;
  });

  it('let a new server continue as if the old one had never been killed', async () => {
    const { later } = await prepared;
    expect(await goOn(await copyOf(await killed), later)).toEqual(await neverEnded);
  });

  it('let a sandbox continue when the server restarts before each call', async () => {
    const { later } = await prepared;
    const archive = await copyOf(await killed);
    const answers: unknown[] = [];
    for (const call of later) {
      const server = start(archive);
      answers.push(...(await play(server, [call])));
      await server.simulators.close();
    }
    expect(textOf(answers)).toEqual(await neverEnded);
  });

  it.each<[what: string, Loss]>([
    ...[
      ...['setup', 'clock', 'settings', 'chance', 'ids', 'faults', 'revoked-tokens', 'runs', 'deliveries', 'inboxes'],
      ...['messages', 'snapshots', 'timers', 'jobs'],
    ].map((collection): [string, Loss] => [collection, without(collection)]),
    ['the order of timers', withoutMember('timers', 'order')],
    ['retries', withoutMember('deliveries', 'retry')],
    ['polls', withoutMember('runs', 'polls')],
  ])('lead to different responses without %s', async (_what, loss) => {
    const { later } = await prepared;
    const lost = goOn(await copyOf(await killed, loss), later).catch((error: unknown) => String(error));
    expect(await lost).not.toEqual(await neverEnded);
  });
});
