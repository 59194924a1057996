import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { secretEncodings } from '@understudy/contract/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from './commands/run-command-line.js';
import { startSimulators } from './start-simulators.js';

const secrets = [
  'tk_live_9Xq/72+abZ==',
  'pass"word-With-99',
  'kéy-77-of-the-north',
  'c0okie.Value.1234',
  'sig~4f9a8b7c6d5e',
];
const personal = ['ada.virta@shop.test', 'Ada', 'Virta', 'DE89370400440532013000', '+358 40 7654321', 'Rantakatu 17'];

/** An order service whose responses depend on its requests. */
class OrderService {
  readonly entries: object[] = [];
  readonly #orders = new Map<string, Record<string, unknown>>();
  #at = Date.parse('2026-03-02T08:00:00Z');

  send(method: string, path: string, body?: object, key = secrets[0]): Record<string, unknown> {
    this.#at += 1000;
    const [status, answer] = key === undefined ? [401, { code: 'no_key' }] : this.#answer(method, path, body);
    const startedDateTime = new Date(this.#at).toISOString();
    const mimeType = 'application/json';
    const type = { name: 'Content-Type', value: mimeType };
    const headers = key === undefined ? [type] : [type, { name: 'X-Api-Key', value: key }];
    const postData = body === undefined ? {} : { postData: { mimeType, text: JSON.stringify(body) } };
    const request = { method, url: `https://orders.test${path}`, headers, ...postData };
    const content = { mimeType, text: JSON.stringify(answer) };
    this.entries.push({ startedDateTime, request, response: { status, headers: [type], content } });
    return answer;
  }

  #answer(method: string, path: string, body: object = {}): [number, Record<string, unknown>] {
    const [address = '', query] = path.split('?');
    const [, , id = '', action] = address.split('/');
    if (method === 'GET' && id === '') {
      const given = new URLSearchParams(query);
      const [size, page] = [Number(given.get('limit') ?? 3), Number(given.get('page') ?? 1)];
      const newest = [...this.#orders.values()].reverse().slice((page - 1) * size, page * size);
      return [200, { orders: newest.map((order) => ({ ...order })) }];
    }
    const missing: [number, Record<string, unknown>] = [404, { code: 'not_found', message: `No order ${id}` }];
    const order = this.#orders.get(id);
    if (method === 'POST' && id === '') {
      if (!('customer' in body)) return [422, { code: 'invalid', message: 'customer is missing' }];
      const made = {
        id: `ord_${Buffer.from(String(this.#orders.size * 7919 + 1_000_000)).toString('hex')}`,
        state: 'open',
        ...body,
      };
      this.#orders.set(made.id, made);
      return [201, made];
    }
    if (order === undefined) return missing;
    if (action === 'cancel') {
      if (order['state'] === 'canceled') return [409, { code: 'canceled', message: 'The order is canceled already' }];
      order['state'] = 'canceled';
    }
    return [200, { ...order }];
  }
}

/** Records an order service. @param salt makes the names in requests differ */
function recorded(salt: number): OrderService {
  const service = new OrderService();
  for (let count = 0; count < 6; count += 1) {
    const customer = {
      name: 'Ada Virta',
      email: personal[0],
      phone: personal[4],
      street: personal[5],
      iban: personal[3],
    };
    const { id } = service.send('POST', '/orders', { customer, reference: `R-${salt}-${count}`, amount: 10 + count });
    service.send('GET', `/orders/${id}`);
    service.send('POST', `/orders/${id}/cancel`);
    service.send('GET', `/orders/${id}`);
    service.send('POST', `/orders/${id}/cancel`);
    service.send('GET', `/orders/ord_${salt}${count}77777777`);
    service.send('POST', '/orders', { reference: `R-${salt}` });
    service.send('GET', `/orders/${id}`, undefined, undefined);
    service.send('GET', '/orders');
    service.send('GET', '/orders?limit=2&page=2');
  }
  return service;
}

describe('learning from a recording', () => {
  let folder: string;
  const archive = (name: string) => join(folder, name);
  const textOf = (entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } });
  const learn = async (...args: string[]) => {
    const said: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
    vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)));
    process.exitCode = 0;
    await runCommandLine(['learn', ...args]);
    vi.restoreAllMocks();
    return said.join('\n');
  };
  const written = async (name: string) => {
    const paths = (await readdir(archive(name), { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    );
    return (await Promise.all(paths.map((each) => readFile(join(each.parentPath, each.name), 'utf8')))).join('\n');
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-learn-test-'));
    await writeFile(archive('one.har'), textOf(recorded(1).entries));
    await writeFile(archive('two.har'), textOf(recorded(2).entries));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => {
    process.exitCode = 0;
  });

  it('serves another recording with other ids as the service did', async () => {
    const said = JSON.parse(
      await learn(archive('one.har'), '--check', archive('two.har'), '--folder', archive('learned'), '--json'),
    );
    expect(said.files).toEqual([
      'openapi.yaml',
      'seed.json',
      'evidence.md',
      'gaps.yaml',
      'scenarios/recorded.arazzo.yaml',
      'scenarios/orders.arazzo.yaml',
    ]);
    expect(said.notes).toContain('2 scenarios pass against the learned API; 0 were dropped.');
    for (const { exchanges, status, shape, relations, causes } of Object.values<Record<string, never>>(said.agreements))
      expect({ status, shape, relations, causes }).toEqual({
        status: exchanges,
        shape: exchanges,
        relations: { held: Object(relations).all, all: Object(relations).all },
        causes: [],
      });
    const document = Object(await loadYaml(archive('learned/openapi.yaml')));
    expect(Object.keys(document.paths)).toEqual(['/orders', '/orders/{orderId}', '/orders/{orderId}/cancel']);
    expect(document.components.securitySchemes).toEqual({
      'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(Object(await loadYaml(archive('learned/gaps.yaml'))).gaps[0]).toMatchObject({ basis: 'observed' });
    const evidence = await readFile(archive('learned/evidence.md'), 'utf8');
    expect(evidence).toContain('path.orderId is known');
    expect(evidence).toContain(
      'lists postOrders response.id, newest first, only those of the caller, pages by query.page of query.limit, 3 a page | 12 | 0',
    );
  }, 180_000);

  it('starts with state', async () => {
    const simulators = await startSimulators({ apis: [archive('learned/openapi.yaml')] });
    const send = async (method: string, path: string, body?: object) => {
      const init = { method, headers: { 'x-api-key': 'any', 'content-type': 'application/json' } };
      const response = await simulators.fetch(
        `${simulators.url}${path}`,
        body ? { ...init, body: JSON.stringify(body) } : init,
      );
      return { status: response.status, body: Object(await response.json()) };
    };
    const { status, body } = await send('POST', '/orders', {
      customer: { name: 'B', email: 'b@c.de', phone: '1', street: 'S', iban: 'I' },
      reference: 'mine',
      amount: 3,
    });
    expect([status, body.reference, body.state]).toEqual([201, 'mine', 'open']);
    await send('POST', `/orders/${body.id}/cancel`);
    expect((await send('GET', `/orders/${body.id}`)).body).toMatchObject({
      id: body.id,
      reference: 'mine',
      state: 'canceled',
    });
    expect((await send('GET', '/orders/ord_none')).status).toBe(404);
    expect((await send('GET', '/orders?limit=1')).body).toMatchObject({ orders: [{ id: body.id, state: 'canceled' }] });
    await simulators.close();
  }, 180_000);

  it('writes no secret and no personal data', async () => {
    const service = recorded(3);
    const forms = secrets.flatMap((secret) => Object.values(secretEncodings).map((encode) => encode(secret)));
    for (const [index, secret] of secrets.entries())
      service.send('POST', '/orders', {
        customer: { name: 'Ada Virta', password: secret, note: 'V\u00e4in\u00f6 Lind' },
        notes: forms.slice(index * 40, index * 40 + 40),
      });
    service.send('POST', '/orders', {
      customer: {},
      notes: `Ask Virta at ${personal[0]} or ${personal[4]}, ${personal[3]}`,
      token: secrets[4],
    });
    await writeFile(archive('secret.har'), textOf(service.entries));
    await learn(archive('secret.har'), '--folder', archive('secret'));
    const text = await written('secret');
    const told = secrets.flatMap((secret) => [
      secret,
      ...Object.values(secretEncodings).map((encode) => encode(secret)),
    ]);
    expect(forms.length).toBeGreaterThan(150);
    expect(told.filter((form) => text.includes(form))).toEqual([]);
    expect(personal.filter((each) => new RegExp(`\\b${each.replace('+', '')}\\b`).test(text))).toEqual([]);
  }, 180_000);

  it('keeps a named member', async () => {
    await learn(archive('one.har'), '--folder', archive('kept'), '--keep', 'email');
    const text = await written('kept');
    expect([text.includes(personal[0] ?? ''), text.includes('Virta')]).toEqual([true, false]);
  }, 180_000);

  it('tells contradictions, and survives hostile members', async () => {
    const service = recorded(4);
    const [entry] = service.entries;
    const hostile = JSON.parse(JSON.stringify(entry).replaceAll('\\"reference\\"', '\\"__proto__\\"'));
    const contradiction = (status: number) => ({ ...Object(entry), response: { ...Object(entry).response, status } });
    await writeFile(
      archive('odd.har'),
      textOf([contradiction(503), ...service.entries, hostile, contradiction(500), contradiction(500)]),
    );
    await learn(archive('odd.har'), '--folder', archive('odd'));
    const evidence = await readFile(archive('odd/evidence.md'), 'utf8');
    expect(evidence).toMatch(/[1-9] statements have exchanges that contradict them/);
    expect(evidence).toMatch(/2 scenarios pass .* 0 were dropped[\s\S]*Scenario recorded omits post-orders: .*503/);
    expect(Object.keys(Object.prototype)).toEqual([]);
  }, 180_000);

  it('replaces files with --force, and writes all files or none when it is interrupted', async () => {
    await mkdir(archive('two'));
    await writeFile(archive('two/evidence.md'), 'mine');
    await learn(archive('one.har'), '--folder', archive('two'), '--force');
    expect(await readFile(archive('two/evidence.md'), 'utf8')).toContain('# Evidence');
    const bin = new URL('../bin/understudy.js', import.meta.url).pathname;
    for (const timeout of [300, 1500, 3000]) {
      const args = [bin, 'learn', archive('one.har'), '--folder', archive('cut')];
      await once(spawn(process.execPath, args, { timeout, killSignal: 'SIGINT' }), 'exit');
      const left = await readdir(archive('cut')).catch(() => []);
      expect([0, 5]).toContain(left.length);
      await rm(archive('cut'), { recursive: true, force: true });
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  }, 180_000);

  it('keeps files of a user, and refuses what is no recording', async () => {
    await writeFile(archive('none.har'), textOf([]));
    expect(await learn(archive('one.har'), '--folder', folder)).toContain('already contains files');
    expect(await learn(archive('none.har'), '--folder', archive('none'))).toContain('fewer than 2 requests');
    await writeFile(archive('text.har'), 'no archive');
    expect(await learn(archive('text.har'), '--folder', archive('none'))).toContain('no HTTP archive');
    await writeFile(archive('long.har'), textOf(new Array<object>(5001).fill(Object(recorded(5).entries[0]))));
    expect(await learn(archive('long.har'), '--folder', archive('none'))).toContain('the limit is 5000');
    await writeFile(archive('large.har'), Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
    expect(await learn(archive('large.har'), '--folder', archive('none'))).toContain('Split the recording');
    expect((await readdir(folder)).filter((name) => /none$|partial/.test(name))).toEqual([]);
  });
});
