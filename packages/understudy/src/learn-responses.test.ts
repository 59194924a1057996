import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { learnAgreement, type RecordedRow as Row, toHar } from './testing/learn-agreement.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { folderWith, start } = useResources();
const agreementOf = async (first: readonly Row[], second: readonly Row[]) =>
  await learnAgreement(await folderWith(), first, second);
const uuid = (number: number) => `${String(number * 7919 + 10_000_000).slice(0, 8)}-1c2d-4e3f-8a9b-0123456789ab`;

it('learns that values are copied from the request even if they never vary in the recording', async () => {
  const plans = (crew: string, from: number): Row[] =>
    Array.from({ length: 4 }, (_, index): Row[] => {
      const workers = [{ ref: `${crew}-lead`, shift: { ref: 'early' } }, { ref: `${crew}-hand` }];
      const id = uuid(from + index);
      const [lead, hand] = workers;
      return [
        ['POST /plans', { crew: { ref: crew }, workers }, 202, { id }],
        [
          `GET /plans/${id}`,
          undefined,
          200,
          {
            id,
            crew: crew,
            crewRef: crew,
            workers: [
              { ref: lead?.ref, shift: 'early' },
              { ref: hand?.ref, reason: 'free' },
            ],
          },
        ],
      ];
    }).flat();
  const { exchanges, shape, causes } = await agreementOf(plans('north', 1), plans('south', 50));
  expect({ shape, causes }).toEqual({ shape: exchanges, causes: [] });
}, 120_000);

it('creates a new signature for each upload URL, and reads JSON uploaded as octet-stream', async () => {
  const bytes = { 'content-type': 'application/octet-stream' };
  const uploads = (from: number): Row[] =>
    Array.from({ length: 4 }, (_, index): Row[] => {
      const id = uuid(from + index);
      const link = `/uploads/${id}?part=${(from * 37 + index).toString(16)}a0b1c2d3e4f5`;
      const rows = [{ ref: `row-${from + index}` }];
      return [
        ['POST /links', {}, 201, { id, url: `https://crews.test${link}` }],
        [`PUT ${link}`, { rows }, 200, undefined, bytes],
        ...(index === 0 ? [[`PUT ${link}`, { rows }, 409, { code: 'used' }, bytes] as Row] : []),
        [`GET /uploads/${id}`, undefined, 200, { rows }],
      ];
    }).flat();
  const { exchanges, status, values, causes } = await agreementOf(uploads(1), uploads(50));
  expect({ status, causes, held: values.held }).toEqual({ status: exchanges, causes: [], held: values.all });
}, 120_000);

it('learns a required header of an operation from rejections by other operations', async () => {
  const tenant = { 'x-tenant': 'north' };
  const seen = ['crews', 'shifts', 'sites'].flatMap((name): Row[] => [
    [`GET /${name}/all`, undefined, 200, { name }, tenant],
    [`GET /${name}/all`, undefined, 400, { code: 'no_tenant' }],
  ]);
  const first: Row[] = [...seen, ['GET /stores/all', undefined, 200, { name: 'stores' }, tenant]];
  const second: Row[] = [...first, ['GET /stores/all', undefined, 400, { code: 'no_tenant' }]];
  const { exchanges, status, causes } = await agreementOf(first, second);
  expect({ status, causes }).toEqual({ status: exchanges, causes: [] });
}, 120_000);

it('learns from half of a recording, and lists the statements that fail most in the other half', async () => {
  const rows = Array.from({ length: 10 }, (_, index): Row => {
    const [status, answer] = index < 7 ? [200, { rate: 1 }] : [503, { code: 'closed' }];
    return ['GET /rates/today', undefined, status, answer];
  });
  const folder = await folderWith({ 'rates.har': toHar(rows) });
  const { out } = await runCli('learn', join(folder, 'rates.har'), '--folder', join(folder, 'learned'));
  expect(out).toContain('Statements of the first half that cost most:\n  3 × getRatesToday: otherwise: 200');
}, 120_000);

it.each(['openapi.yaml', 'described.json'])(
  'writes a valid seed without partially listed records for %s',
  async (file) => {
    const [north, south, west] = [1, 2, 3].map((number) => ({ id: uuid(number), title: `Crew ${number}`, size: 3 }));
    const rows: Row[] = [
      [`GET /crews/${uuid(9)}`, undefined, 404, { code: 'none' }],
      [`GET /crews/${south?.id}`, undefined, 200, south],
      [`GET /crews/${north?.id}`, undefined, 200, north],
      ['GET /crews', undefined, 200, { crews: [north, south, west].map((crew) => ({ ...crew, size: undefined })) }],
    ];
    const folder = await folderWith({ 'MyCrews.har': toHar(rows) });
    const [har = '', learned = '', described = ''] = ['MyCrews.har', 'learned', file].map((name) => join(folder, name));
    await runCli('learn', har, '--folder', learned);
    const document = Object.entries(Object(await loadYaml(join(learned, 'openapi.yaml'))));
    await writeFile(
      described,
      JSON.stringify(Object.fromEntries(document.filter(([name]) => name !== 'x-understudy'))),
    );
    const again = ['--api', described, '--force'];
    if (file !== 'openapi.yaml') expect((await runCli('learn', har, '--folder', learned, ...again)).err).toBe('');
    const seed = join(learned, 'seed.json');
    const [records] = Object.values(JSON.parse(await readFile(seed, 'utf8')));
    expect(records).toEqual({ crews: [south, north] });
    const simulators = await start({ apis: [described], seed });
    expect(await (await simulators.fetch(`${simulators.url}/crews/${south?.id}`)).json()).toEqual(south);
  },
  120_000,
);

it('writes complete records that existed before the recording to the seed', async () => {
  const [north, south] = [1, 2].map((number) => ({ id: uuid(number), title: `Crew ${number}`, size: 3 }));
  const [old, late, hired] = ['2025-12-01T08:00:00Z', '2026-01-01T00:00:03Z', '2025-12-01T09:00:00Z'].map(
    (createdAt, index) => ({ id: uuid(20 + index), createdAt }),
  );
  const rows: Row[] = [
    ['GET /crews', undefined, 200, { crews: [north, south].map((crew) => ({ ...crew, size: undefined })) }],
    [`GET /crews/${north?.id}`, undefined, 200, north],
    [`GET /crews/${south?.id}`, undefined, 200, south],
    ['POST /hirings', { crew: north?.id }, 200, { shift: hired?.id }],
    ['GET /shifts', undefined, 200, { shifts: [old, late, hired] }],
    [`GET /shifts/${old?.id}`, undefined, 200, old],
  ];
  const folder = await folderWith({ 'crews.har': toHar(rows) });
  await runCli('learn', join(folder, 'crews.har'), '--folder', join(folder, 'learned'));
  const [records] = Object.values(JSON.parse(await readFile(join(folder, 'learned', 'seed.json'), 'utf8')));
  expect(records).toEqual({ crews: [north, south], shifts: [old] });
}, 120_000);

const crew = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });
const responses = (status: number, schema: object = crew) => ({ [status]: { description: 'x', ...jsonOf(schema) } });
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const crewsDescription = {
  openapi: '3.1.0',
  info: { title: 'Crews', version: '1' },
  paths: {
    '/crews': {
      post: { operationId: 'addCrew', requestBody: jsonOf(crew), responses: responses(201) },
      get: { operationId: 'listCrews', responses: responses(200, { type: 'array', items: crew }) },
    },
    '/crews/{id}': { get: { operationId: 'getCrew', parameters, responses: responses(200) } },
  },
};

it('writes no Overlay if the recording adds nothing to the description', async () => {
  const crews = [1, 2].map((number) => ({ id: uuid(number), name: `Crew ${number}` }));
  const rows: Row[] = [
    ['GET /crews', undefined, 200, crews],
    ...crews.map((each): Row => [`GET /crews/${each.id}`, undefined, 200, each]),
  ];
  const folder = await folderWith({ 'crews.har': toHar(rows), 'openapi.json': crewsDescription });
  const [har = '', api = '', learned = ''] = ['crews.har', 'openapi.json', 'learned'].map((name) => join(folder, name));
  const { code, out, err } = await runCli('learn', har, '--api', api, '--folder', learned);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('there is no Overlay');
  expect(out).toContain(`Next: understudy start ${api}\n`);
}, 120_000);

it('uses only properties of the given description in preconditions', async () => {
  const rows = Array.from({ length: 8 }, (_, index): Row[] => {
    const made = { id: uuid(index), name: `Crew ${index}`, badge: `badge ${index}` };
    return [
      ['POST /crews', { name: made.name, badge: made.badge }, 201, made],
      [`GET /crews/${made.id}`, undefined, 200, made],
      ['POST /crews', { name: `Other ${index}`, badge: made.badge }, 409, { code: 'taken' }],
    ];
  }).flat();
  const folder = await folderWith({ 'crews.har': toHar(rows), 'openapi.json': crewsDescription });
  const [har = '', api = '', learned = ''] = ['crews.har', 'openapi.json', 'learned'].map((name) => join(folder, name));
  expect((await runCli('learn', har, '--api', api, '--folder', learned)).err).toBe('');
}, 120_000);
