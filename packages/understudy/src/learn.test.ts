import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { secretEncodings } from '@understudy/contract/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

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
    const sentHeaders = key === undefined ? {} : { 'X-Api-Key': key };
    const more = { startedDateTime, status, sent: body, sentHeaders };
    this.entries.push(harEntry(`${method} https://orders.test${path}`, answer, more));
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
      const id = `ord_${Buffer.from(String(this.#orders.size * 7919 + 1_000_000)).toString('hex')}`;
      const made = { id, state: 'open', ...body };
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
    const [email, , , iban, phone, street] = personal;
    const customer = { name: 'Ada Virta', email, phone, street, iban };
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
  const learn = async (...args: string[]) => {
    const { out, err } = await runCli('learn', ...args);
    return out + err;
  };
  const written = async (name: string) => {
    const all = await readdir(archive(name), { recursive: true, withFileTypes: true });
    const files = all.filter((each) => each.isFile());
    return (await Promise.all(files.map((each) => readFile(join(each.parentPath, each.name), 'utf8')))).join('\n');
  };

  beforeAll(async () => {
    folder = await folderWith({
      'one.har': harOf(...recorded(1).entries),
      'two.har': harOf(...recorded(2).entries),
      'two/evidence.md': 'mine',
    });
  });

  it('reproduces a second recording of the service that has different ids', async () => {
    const said = JSON.parse(
      await learn(archive('one.har'), '--check', archive('two.har'), '--folder', archive('learned'), '--json'),
    );
    expect(said.files).toEqual([
      'openapi.yaml',
      'seed.json',
      'understudy.config.yaml',
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
    const config = await loadYaml(archive('learned/understudy.config.yaml'));
    expect(config).toEqual({ apis: ['./openapi.yaml'], seed: './seed.json' });
    const document = Object(await loadYaml(archive('learned/openapi.yaml')));
    expect(Object.keys(document.paths)).toEqual(['/orders', '/orders/{orderId}', '/orders/{orderId}/cancel']);
    expect(document.components.securitySchemes).toEqual({
      'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(Object(await loadYaml(archive('learned/gaps.yaml'))).gaps[0]).toMatchObject({ basis: 'observed' });
    const evidence = await readFile(archive('learned/evidence.md'), 'utf8');
    for (const statement of [
      'if find("orders", path.orderId) != null: as inferred from its description | 18 | 0',
      'state = "canceled" | 6 | 0',
      'if find("orders", path.orderId).state == "canceled": 409 | 6 | 0',
      'the newest first | 8 | 0',
      '3 records to a page | 3 | 0',
    ])
      expect(evidence).toContain(statement);
  }, 180_000);

  it('creates a stateful API', async () => {
    const simulators = await start({ apis: [archive('learned/openapi.yaml')] }, 'any');
    const send = (line: string, body?: object) => call(simulators, line, body, { 'x-api-key': 'any' });
    const customer = { name: 'B', email: 'b@c.de', phone: '1', street: 'S', iban: 'I' };
    const { status, body } = await send('POST /orders', { customer, reference: 'mine', amount: 3 });
    expect([status, body.reference, body.state]).toEqual([201, 'mine', 'open']);
    const { id } = body;
    await send(`POST /orders/${id}/cancel`);
    expect((await send(`GET /orders/${id}`)).body).toMatchObject({ id, reference: 'mine', state: 'canceled' });
    expect((await send('GET /orders/ord_none')).status).toBe(404);
    expect((await send('GET /orders?limit=1')).body).toMatchObject({ orders: [{ id, state: 'canceled' }] });
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
    await writeFile(archive('secret.har'), harOf(...service.entries));
    await learn(archive('secret.har'), '--folder', archive('secret'));
    const text = await written('secret');
    expect(forms.length).toBeGreaterThan(150);
    expect([...secrets, ...forms].filter((form) => text.includes(form))).toEqual([]);
    expect(personal.filter((each) => new RegExp(`\\b${each.replace('+', '')}\\b`).test(text))).toEqual([]);
  }, 180_000);

  it('keeps user names out of operations and file names, and lists recorded text that remains', async () => {
    const entries = ['maijav', 'liisak'].flatMap((username, index) =>
      ['profile', 'posts'].map((part) => {
        const body = {
          id: index + 1,
          username,
          city: 'H\u00e4meenlinna',
          dob: '1985-03-07',
          shelf: 'Top drawer',
          part,
        };
        return harEntry(`GET https://people.test/users/${username}/${part}`, body, { status: 200 });
      }),
    );
    await writeFile(archive('maijav.har'), harOf(...entries));
    const said = await learn(archive('maijav.har'), '--folder', archive('users'), '--review');
    const names = await readdir(archive('users'), { recursive: true });
    const text = `${names.join('\n')}\n${await written('users')}`;
    expect(['maijav', 'liisak', 'meenlinna', '1985-03'].filter((each) => text.toLowerCase().includes(each))).toEqual(
      [],
    );
    expect(said).toMatch(/texts of the recording remain[\s\S]*"Top drawer": \w[\w./-]*:\d+/);
    expect(said.toLowerCase()).not.toMatch(/maijav(?!\.har)|liisak/);
  }, 180_000);

  it('keeps the values of a property named in --keep', async () => {
    await learn(archive('one.har'), '--folder', archive('kept'), '--keep', 'email');
    const text = await written('kept');
    expect([text.includes(personal[0] ?? ''), text.includes('Virta')]).toEqual([true, false]);
  }, 180_000);

  it('reports contradictions, and ignores hostile property names', async () => {
    const service = recorded(4);
    const [entry] = service.entries;
    const hostile = JSON.parse(JSON.stringify(entry).replaceAll('\\"reference\\"', '\\"__proto__\\"'));
    const contradiction = (status: number) => ({ ...Object(entry), response: { ...Object(entry).response, status } });
    const entries = [contradiction(503), ...service.entries, hostile, contradiction(500), contradiction(500)];
    await writeFile(archive('odd.har'), harOf(...entries));
    await learn(archive('odd.har'), '--folder', archive('odd'));
    const evidence = await readFile(archive('odd/evidence.md'), 'utf8');
    expect(evidence).toMatch(/[1-9] statements have exchanges that contradict them/);
    expect(evidence).toMatch(/2 scenarios pass .* 0 were dropped[\s\S]*Scenario recorded omits post-orders: .*503/);
    expect(Object.keys(Object.prototype)).toEqual([]);
  }, 180_000);

  it('replaces files with --force, and writes all files or none when interrupted', {
    tags: 'slow',
    timeout: 180_000,
  }, async () => {
    await learn(archive('one.har'), '--folder', archive('two'), '--force');
    expect(await readFile(archive('two/evidence.md'), 'utf8')).toContain('# Evidence');
    const { length: whole } = await readdir(archive('two'));
    const bin = new URL('../bin/understudy.js', import.meta.url).pathname;
    for (const timeout of [300, 1500, 3000]) {
      const args = [bin, 'learn', archive('one.har'), '--folder', archive('cut')];
      await once(spawn(process.execPath, args, { timeout, killSignal: 'SIGINT' }), 'exit');
      const left = await readdir(archive('cut')).catch(() => []);
      expect([0, whole]).toContain(left.length);
      await rm(archive('cut'), { recursive: true, force: true });
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('keeps existing files, and rejects an invalid recording', async () => {
    expect(await learn(archive('one.har'), '--folder', folder)).toContain('already contains files');
    for (const [content, message] of [
      [harOf(), 'fewer than 2 requests'],
      ['no archive', 'no HTTP archive'],
      [harOf(...new Array<object>(5001).fill(Object(recorded(5).entries[0]))), 'the limit is 5000'],
      [Buffer.alloc(64 * 1024 * 1024 + 1, ' '), 'Split the recording'],
    ] as const) {
      await writeFile(archive('wrong.har'), content);
      expect(await learn(archive('wrong.har'), '--folder', archive('none'))).toContain(message);
    }
    expect((await readdir(folder)).filter((name) => /none$|partial/.test(name))).toEqual([]);
  });
});
