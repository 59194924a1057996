import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

type Headers = Readonly<Record<string, string>>;
type Row = readonly [seconds: number, request: string, response: object, sent?: { body?: object; headers?: Headers }];

/** @param response the status, headers and body */
function toEntry([seconds, line, response, { body, headers = {} } = {}]: Row): object {
  const [method, url = ''] = line.split(' ');
  const { status, headers: answered, ...answer } = Object(response);
  const startedDateTime = new Date(Date.parse('2026-03-02T08:00:00Z') + seconds * 1000).toISOString();
  const more = { startedDateTime, status, headers: answered, sent: body, sentHeaders: headers };
  const address = url.startsWith('/') ? `https://jobs.test${url}` : url;
  return harEntry(`${method} ${address}`, Object.keys(answer).length === 0 ? undefined : answer, more);
}

const names = ['job_7Kq2mZ81', 'job_9Lw4nX52', 'job_3Pv6bC93', 'job_5Rt8cV14'];
const each = (rows: (id: string, index: number, at: number) => Row[]) =>
  names.flatMap((id, index) => rows(id, index, index * 1000));
const create = (at: number, id: string, more: object = {}, sent: object = { title: `Job ${id}` }): Row => [
  at,
  'POST /jobs',
  { status: 201, id, ...sent, ...more },
  { body: sent },
];
const idempotent = each((id, index, at): Row[] =>
  [0, 5].map((later) => [
    at + later,
    'POST /jobs',
    { status: 201, id, title: `Order ${index}` },
    { body: { title: `Order ${index}` }, headers: { 'idempotency-key': `order-${index}-4f9a` } },
  ]),
);
const tag = (id: string, version: number) => ({ etag: `"${id}-${version}"` });
const conditional = each((id, _index, at): Row[] => [
  create(at, id),
  [at + 1, `GET /jobs/${id}`, { id, title: `Job ${id}`, headers: tag(id, 1) }],
  [at + 2, `GET /jobs/${id}`, { status: 304, headers: tag(id, 1) }, { headers: { 'if-none-match': `"${id}-1"` } }],
  [at + 3, `PUT /jobs/${id}`, { id, title: 'B' }, { body: { title: 'B' }, headers: { 'if-match': `"${id}-1"` } }],
  [at + 4, `GET /jobs/${id}`, { id, title: 'B', headers: tag(id, 2) }],
  [
    at + 5,
    `PUT /jobs/${id}`,
    { status: 412, error: 'changed' },
    { body: { title: 'C' }, headers: { 'if-match': `"${id}-1"` } },
  ],
]);
const limited = each((id, _index, at): Row[] => [
  create(at, id),
  [at + 1, `GET /jobs/${id}`, { id, title: `Job ${id}` }],
  [at + 2, `GET /jobs/${id}`, { id, title: `Job ${id}` }],
  [at + 10, `GET /jobs/${id}`, { status: 429, error: 'slow down', headers: { 'retry-after': '50' } }],
]);
const finished = each((id, _index, at): Row[] =>
  [0, 10, 29, 30, 60].map((age) =>
    age === 0
      ? create(at, id, { state: 'queued' })
      : [at + age, `GET /jobs/${id}`, { id, title: `Job ${id}`, state: age < 30 ? 'queued' : 'done' }],
  ),
);
const defaulted = each((id, index, at): Row[] => [
  create(at, id, { priority: 'low' }),
  create(at + 1, `${id}X1`, {}, { title: `Job ${id}`, priority: ['high', 'urgent'][index % 2] }),
]);
const notified = each((id, _index, at): Row[] => [
  create(at, id),
  [at + 3, 'POST https://client.test/hooks', {}, { body: { type: 'job.created', data: { id } } }],
]);
const sorted = each((id, index, at): Row[] => {
  const all = names.slice(0, index + 1).map((name) => ({ id: name, title: `Job ${name}` }));
  return [
    create(at, id),
    [at + 1, 'GET /jobs', { jobs: [...all].reverse() }],
    [at + 2, 'GET /jobs?sort=title', { jobs: [...all].sort((one, other) => (one.title < other.title ? -1 : 1)) }],
    [at + 3, 'GET /jobs?limit=1', { jobs: all.slice(-1) }],
    [at + 4, 'GET /jobs?limit=1&offset=1', { jobs: all.slice(0, -1).slice(-1) }],
  ];
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (scope: string) => `${base64({ alg: 'none' })}.${base64({ scope })}.${scope.padEnd(43, 'x')}`;
const plan = (slotId: string) => ({ slots: [{ id: 'slot_1' }], needs: [{ slotId }] });
const authorized = each((id, index, at): Row[] => {
  const headers = { authorization: `Bearer tok_${id}_4f9a8b7c` };
  const [scope, status] = index % 2 === 0 ? (['write', 200] as const) : (['read', 403] as const);
  return [
    [
      at,
      'POST /token',
      { access_token: headers.authorization.slice(7), headers: { 'cache-control': 'no-store' } },
      { body: { client: `client-${index}` } },
    ],
    [at + 1, 'POST /jobs', { status: 201, id, title: `Job ${id}` }, { body: { title: `Job ${id}` }, headers }],
    [at + 2, `GET /jobs/${id}`, { id, title: `Job ${id}` }, { headers }],
    [at + 3, `GET /jobs/${id}`, { status: 401, code: 'no_token' }],
    [at + 4, 'POST /keys', { status, code: scope }, { headers: { authorization: `Bearer ${signed(scope)}` } }],
    [at + 5, 'POST /plans', { status: 400, code: 'no_slot' }, { body: plan('slot_9') }],
    [at + 6, 'POST /plans', { ok: true }, { body: plan('slot_1') }],
    [at + 7, 'POST /plans', { status: 400, code: 'no_days' }, { body: { days: 0 } }],
  ];
});

/** Each behavior: its recording, statement and directions, and a response or value that shows it. */
const behaviors: Record<
  string,
  { rows: Row[]; says: RegExp; directions: object; contradiction?: Row; shows(given: RunningSimulators): Promise<void> }
> = {
  idempotency: {
    rows: idempotent,
    says: /a repeated Idempotency-Key repeats the response \| 4 \| 0/,
    directions: { operations: { postJobs: { idempotent: true } } },
    contradiction: [
      9000,
      'POST /jobs',
      { status: 201, id: 'job_0Zz0zZ00', title: 'Order 3' },
      { body: { title: 'Order 3' }, headers: { 'idempotency-key': 'order-3-4f9a' } },
    ],
    shows: async (given) => {
      const post = async (key: string) =>
        (await send(given, 'POST /jobs', { title: 'T' }, { 'idempotency-key': key })).id;
      const [one, same, other] = [await post('a'), await post('a'), await post('b')];
      expect([one === same, one === other]).toEqual([true, false]);
    },
  },
  'conditional requests': {
    rows: conditional,
    says: /If-Match with another ETag: 412 \| 8 \| 0/,
    directions: {},
    contradiction: [
      3500,
      `PUT /jobs/${names[3]}`,
      { id: names[3], title: 'B' },
      { body: { title: 'B' }, headers: { 'if-match': '"none-at-all"' } },
    ],
    shows: async (given) => {
      const { id } = await send(given, 'POST /jobs', { title: 'T' });
      const { etag } = (await send(given, `GET /jobs/${id}`)).headers;
      const known = await send(given, `GET /jobs/${id}`, undefined, { 'if-none-match': String(etag) });
      const changed = await send(given, `PUT /jobs/${id}`, { title: 'U' }, { 'if-match': String(etag) });
      const stale = await send(given, `PUT /jobs/${id}`, { title: 'V' }, { 'if-match': String(etag) });
      expect([known.status, changed.status, stale.status]).toEqual([304, 200, 412]);
    },
  },
  'rate limit': {
    rows: limited,
    says: /3 requests per PT60S for each caller, then 429 \| 4 \| 0/,
    directions: { http: { rateLimit: { requests: 3, per: 'PT60S' } } },
    contradiction: [3011, `GET /jobs/${names[3]}`, { id: names[3], title: `Job ${names[3]}` }],
    shows: async (given) => {
      const { id } = await send(given, 'POST /jobs', { title: 'T' });
      const statuses = [];
      for (const _ of [1, 2, 3]) statuses.push(await send(given, `GET /jobs/${id}`));
      expect([statuses[1]?.status, statuses[2]?.status, statuses[2]?.headers['retry-after']]).toEqual([200, 429, '60']);
      await given.control.advance('PT61S');
      expect((await send(given, `GET /jobs/${id}`)).status).toBe(200);
    },
  },
  'durations of states': {
    rows: finished,
    says: /state becomes "done" PT30S after "queued" \| 4 \| 0/,
    directions: {
      resources: {
        jobs: {
          lifecycle: {
            member: 'state',
            initial: 'queued',
            transitions: { done: { from: 'queued', to: 'done', after: 'PT30S' } },
          },
        },
      },
    },
    contradiction: [3200, `GET /jobs/${names[3]}`, { id: names[3], title: `Job ${names[3]}`, state: 'queued' }],
    shows: async (given) => {
      const { id, state } = await send(given, 'POST /jobs', { title: 'T' });
      await given.control.advance('PT31S');
      expect([state, (await send(given, `GET /jobs/${id}`)).state]).toEqual(['queued', 'done']);
    },
  },
  defaults: {
    rows: defaulted,
    says: /priority = body\.priority != null \? body\.priority : "low" \| 4 \| 0/,
    directions: {},
    contradiction: create(9000, 'job_8Aa1bB22', { priority: 'medium' }),
    shows: async (given) => {
      const made = [await send(given, 'POST /jobs', { title: 'T' })];
      made.push(await send(given, 'POST /jobs', { title: 'T', priority: 'high' }));
      expect(made.map(({ priority }) => priority)).toEqual(['low', 'high']);
    },
  },
  webhooks: {
    rows: notified,
    says: /sends the webhook job.created after 3 to 3 s \| 4 \| 0/,
    directions: { operations: { postJobs: { sends: ['job.created'] } } },
    contradiction: create(9000, 'job_8Aa1bB22'),
    shows: async (given) => {
      const inbox = given.control.inbox('hooks');
      const { apis } = await given.control.settings.get();
      const [api = ''] = Object.keys(apis).filter((name) => Object.hasOwn(Object(apis)[name], 'webhookUrl'));
      await given.control.settings.change({ apis: { [api]: { webhookUrl: inbox.url } } });
      const { id } = await send(given, 'POST /jobs', { title: 'T' });
      const [message] = await inbox.messages({ count: 1 });
      expect(JSON.stringify(message)).toContain(id);
    },
  },
  'order, sorting and pages': {
    rows: sorted,
    says: /the newest first \| 3 \| 0/,
    directions: { operations: { getJobs: { order: '-created' } } },
    contradiction: [9000, 'GET /jobs', { jobs: names.slice(0, 2).map((id) => ({ id, title: `Job ${id}` })) }],
    shows: async (given) => {
      const ids: unknown[] = [];
      for (const title of ['B', 'A', 'C']) ids.push((await send(given, 'POST /jobs', { title })).id);
      const listed = async (query: string) =>
        Object(await send(given, `GET /jobs${query}`)).jobs.map(({ id }: { id: string }) => ids.indexOf(id));
      expect([await listed(''), await listed('?sort=title'), await listed('?limit=1&offset=1')]).toEqual([
        [2, 1, 0],
        [1, 0, 2],
        [1],
      ]);
    },
  },
};

async function send(given: RunningSimulators, line: string, sent?: object, own: Headers = {}) {
  const { status, headers, body } = await call(given, line, sent, own);
  return Object({ ...body, status, headers: Object.fromEntries(headers) });
}

describe('understudy learn', () => {
  let folder: string;
  const learn = async (name: string, rows: readonly Row[], ...args: readonly string[]) => {
    const file = join(folder, `${name}.har`);
    await writeFile(file, harOf(...rows.map(toEntry)));
    await runCli('learn', file, '--folder', join(folder, name, 'learned'), ...args);
    return await readFile(join(folder, name, 'learned', 'evidence.md'), 'utf8');
  };
  beforeAll(async () => {
    folder = await folderWith();
  });

  for (const [name, { rows, says, directions, contradiction, shows }] of Object.entries(behaviors)) {
    it(`recognizes the behavior "${name}"`, async () => {
      expect(await learn(name, rows)).toMatch(says);
      const file = join(folder, name, 'learned', 'openapi.yaml');
      const { 'x-understudy': model } = Object(await loadYaml(file));
      expect(model ?? {}).toMatchObject(directions);
      const gaps = JSON.stringify(Object(await loadYaml(join(folder, name, 'learned', 'gaps.yaml'))).gaps);
      expect(gaps).toContain('"basis":"observed"');
      await shows(await start({ apis: [file] }, 'any'));
    }, 60_000);

    if (contradiction === undefined) continue;
    it(`counts an exchange that contradicts the behavior "${name}"`, { tags: 'slow' }, async () => {
      const told = await learn(
        `${name} contradicted`,
        [...rows, contradiction].sort(([one], [other]) => one - other),
      );
      const table = new RegExp(says.source.replace(/\\\| \d+ \\\| 0$/, '\\| \\d+ \\| [1-9]'));
      expect(told).toMatch(table);
    });
  }

  it('drafts scenarios with recorded tokens, documented headers, references and error codes', async () => {
    const answer = { headers: { 'Cache-Control': { required: true, schema: { type: 'string' } } } };
    const operations = ['post /token', 'post /jobs', 'get /jobs/{id}', 'post /keys', 'post /plans'].map((line) => {
      const [method = '', path = ''] = line.split(' ');
      const content = { 'application/json': {} };
      const responses = { '2XX': { description: 'any', content, ...(path === '/token' ? answer : {}) } };
      const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: {} }] : [];
      return [path, { [method]: { operationId: line.replace(/\W+/g, '-'), parameters, responses } }];
    });
    const file = join(folder, 'authorized.json');
    const info = { title: 'Jobs', version: '1' };
    await writeFile(file, JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(operations) }));
    const evidence = await learn('authorized', authorized, '--api', file);
    expect(evidence).toContain('5 scenarios pass against the learned API; 0');
    expect(evidence).not.toContain('omits');
    const draft = await readFile(join(folder, 'authorized/learned/scenarios/jobs.arazzo.yaml'), 'utf8');
    expect(draft).toContain('Bearer {$steps.post-token.outputs.accessToken}');
  }, 60_000);
});
