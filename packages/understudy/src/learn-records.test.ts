import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

type Answer = readonly [status: number, body?: object];

interface Tank {
  id: string;
  label: string;
  litres: number;
  version: number;
  state: string;
}

/** A service of tanks, whose deliveries and drains change what they contain. */
function createTanks(): (line: string, body?: Record<string, unknown>) => Answer {
  const tanks = new Map<string, Tank>();
  const moves: { id: string; tankId: string; amount: number }[] = [];
  return (line, body = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const [, , id = '', action = ''] = path.split('/');
    if (method === 'POST' && id === '') {
      const tank = {
        id: `T-${4096 + tanks.size * 17}`,
        label: String(body['label']),
        litres: 0,
        version: 1,
        state: 'open',
      };
      tanks.set(tank.id, tank);
      return [201, { ...tank }];
    }
    if (id === '') return [200, { tanks: [...tanks.values()].reverse().map((tank) => ({ ...tank })) }];
    const tank = tanks.get(id.replace('.json', ''));
    if (tank === undefined) return [404, { code: 'no_tank' }];
    if (action === 'moves.json') return [200, { moves: moves.filter(({ tankId }) => tankId === tank.id) }];
    if (action === '') return [200, { ...tank }];
    if (tank.state === 'sealed') return [409, { code: 'sealed' }];
    tank.version += 1;
    if (action === 'seal') {
      tank.state = 'sealed';
      return [200, { ...tank }];
    }
    const amount = Number(body['amount']);
    if (action === 'drains' && amount > tank.litres) {
      tank.version -= 1;
      return [422, { code: 'too_much' }];
    }
    tank.litres += action === 'drains' ? -amount : amount;
    const move = { id: `mv_${(moves.length * 7919 + 1_000_000).toString(36)}`, tankId: tank.id, amount };
    moves.push(move);
    return [201, move];
  };
}

/** Records requests about tanks. Each row of `amounts` is a tank: deliveries, and drains as negative numbers. */
function record(amounts: readonly (readonly number[])[]): string {
  const answer = createTanks();
  const entries: object[] = [];
  const send = (line: string, sent?: Record<string, unknown>) => {
    const [status, body] = answer(line, sent);
    const startedDateTime = new Date(Date.UTC(2026, 0, 1) + entries.length * 1000).toISOString();
    const [method, path] = line.split(' ');
    entries.push(harEntry(`${method} https://tanks.test${path}`, body, { startedDateTime, status, sent }));
    return Object(body);
  };
  for (const [index, row] of amounts.entries()) {
    const { id } = send('POST /tanks', { label: `Tank ${index}` });
    for (const amount of row) {
      send(`POST /tanks/${id}/${amount < 0 ? 'drains' : 'deliveries'}`, { amount: Math.abs(amount) });
      send(`GET /tanks/${id}.json`);
    }
    send(`GET /tanks/${id}/moves.json`);
    if (index % 2 === 1) {
      send(`POST /tanks/${id}/seal`);
      send(`POST /tanks/${id}/deliveries`, { amount: 5 });
      send(`POST /tanks/${id}/seal`);
    }
    send(`GET /tanks/T-9${index}99.json`);
    send('GET /tanks');
  }
  return harOf(...entries);
}

const amounts = [
  [30, -10, 20, -70],
  [15, 25, -12],
  [40, -41, -5],
  [9, 11, -30, 12],
  [60, -13],
  [21, -8, 4],
];

it('learns balances, versions, references, forbidden transitions, and paths that end with .json', async () => {
  const folder = await folderWith({ 'one.har': record(amounts), 'two.har': record([...amounts].reverse()) });
  const [one, two, learned] = ['one.har', 'two.har', 'learned'].map((name) => join(folder, name));
  const { out } = await runCli('learn', String(one), '--check', String(two), '--folder', String(learned), '--json');
  const { [String(two)]: agreement } = JSON.parse(out).agreements;
  expect(agreement).toMatchObject({ status: agreement.exchanges, shape: agreement.exchanges, causes: [] });
  expect(agreement.relations.held).toBe(agreement.relations.all);

  const file = join(String(learned), 'openapi.yaml');
  const document = Object(await loadYaml(file));
  expect(Object.keys(document.paths)).toContain('/tanks/{tankId}.json');
  const { operations, resources } = document['x-understudy'];
  const moves = 'tanks.deliveries';
  expect(operations.getTankMovesJson).toMatchObject({ list: moves, in: 'moves', under: { tankId: 'path.tankId' } });
  expect(operations.postTankDrains.create).toBe(moves);
  const [effect] = Object.values<Record<string, object>>(operations.postTankDeliveries.then);
  expect(effect).toMatchObject({ update: 'tanks', key: 'path.tankId' });
  expect(effect?.['set']).toMatchObject({ litres: '=find("tanks", path.tankId).litres + body.amount' });
  expect(operations.postTankSeal.set).toEqual({ version: '=old.version + 1', state: '="sealed"' });
  expect(resources.tanks.key).toEqual({ member: 'id', form: 'T-{digits:4}' });
  const evidence = await readFile(join(String(learned), 'evidence.md'), 'utf8');
  for (const guard of [
    'body.amount > find("tanks", path.tankId).litres',
    'find("tanks", path.tankId).state == "sealed"',
  ])
    expect(evidence).toContain(guard);

  // The model goes on where the recording ended.
  const given = await start({ apis: [file] }, 'any');
  const send = async (line: string, sent?: object) => Object(await call(given, line, sent));
  const { id } = (await send('POST /tanks', { label: 'Mine' })).body;
  await send(`POST /tanks/${id}/deliveries`, { amount: 100 });
  const drained = await send(`POST /tanks/${id}/drains`, { amount: 101 });
  await send(`POST /tanks/${id}/drains`, { amount: 99 });
  const { body: tank } = await send(`GET /tanks/${id}.json`);
  expect([drained.status, tank.litres, tank.version]).toEqual([422, 1, 3]);
}, 120_000);

it('reads JSON sent as text/plain, and paths that contain a version', async () => {
  const entries = Array.from({ length: 6 }, (_, index) => {
    const note = { code: 'ABCDEF'.slice(index) + 'XYZWVU'.slice(0, index), text: `Note ${index}` };
    const as = (at: number, status: number) => ({
      startedDateTime: new Date(Date.UTC(2026, 0, 1) + (index * 2 + at) * 1000).toISOString(),
      headers: { 'content-type': 'text/plain' },
      status,
    });
    return [
      harEntry('POST https://notes.test/api/2/notes', note, { ...as(0, 201), sent: { text: note.text } }),
      harEntry(`GET https://notes.test/api/2/notes/${note.code}`, note, as(1, 200)),
      harEntry('GET https://notes.test/api/2/state', { ok: true }, as(1, 200)),
    ];
  });
  const folder = await folderWith();
  await writeFile(join(folder, 'notes.har'), harOf(...entries.flat()));
  await runCli('learn', join(folder, 'notes.har'), '--folder', join(folder, 'learned'));
  const file = join(folder, 'learned', 'openapi.yaml');
  const { paths } = Object(await loadYaml(file));
  expect(Object.keys(paths)).toEqual(['/api/2/notes', '/api/2/notes/{noteId}', '/api/2/state']);
  const given = await start({ apis: [file] }, 'any');
  const made = await given.fetch(`${given.url}/api/2/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'mine' }),
  });
  const { code } = Object(await made.json());
  expect([made.headers.get('content-type'), code]).toEqual([
    expect.stringMatching(/^text\/plain/),
    expect.stringMatching(/^[A-Z]{6}$/),
  ]);
  const read = await given.fetch(`${given.url}/api/2/notes/${code}`);
  expect(await read.json()).toEqual({ code, text: 'mine' });
}, 60_000);
