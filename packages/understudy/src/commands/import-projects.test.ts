import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call } from '../testing/call.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

type Step = readonly [request: string, status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  readonly listed?: readonly string[];
}

const projects: Project[] = parse(readFileSync(new URL('./testing/import-projects.yaml', import.meta.url), 'utf8'));

const importOf = async (files: Readonly<Record<string, unknown>>) => {
  const folder = join(await folderWith(), 'made');
  const source = await folderWith(files);
  const { out, err } = await runCli('convert', 'import', source, '--folder', folder, '--name', 'shop', '--json');
  expect(err).toBe('');
  const { omissions } = JSON.parse(out);
  const lost = omissions.filter(({ isNote }: { isNote?: true }) => isNote !== true);
  return { folder, lost, omissions: omissions.map(({ place, what }: Record<string, string>) => `${place}: ${what}`) };
};

/** Serves an import as `understudy start <folder>` does. */
const serve = async (folder: string, options = {}) => {
  const config: Record<string, unknown> = parse(await readFile(join(folder, 'understudy.config.yaml'), 'utf8'));
  const file = (name: string) => (config[name] === undefined ? {} : { [name]: join(folder, String(config[name])) });
  const seed = config['seed'] === 'empty' ? {} : file('seed');
  const model = config['model'] === undefined ? {} : { model: { shop: join(folder, 'shop.model.yaml') } };
  return await start({ apis: [join(folder, 'shop.yaml')], ...file('faults'), ...seed, ...model, ...options });
};

describe('an imported project responds as in its own tool', () => {
  it.each(projects)('$name', async ({ files, steps, listed = [] }) => {
    const { folder, omissions } = await importOf(files);
    expect(omissions).toEqual(listed.map((each) => expect.stringContaining(each)));
    const simulators = await serve(folder);
    for (const [asked, status, body, headers = {}] of steps) {
      const [method = '', path = '', sent] = asked.split(/ (.*?)(?: ({.*))?$/s);
      const type = sent === undefined ? {} : { 'content-type': 'application/json' };
      const response = await call(simulators, `${method} ${path}`, sent, { ...type, ...headers });
      const [, pattern] = typeof body === 'string' ? (/^\/(.*)\/$/s.exec(body) ?? []) : [];
      const expected = pattern === undefined ? (body ?? response.body) : expect.stringMatching(new RegExp(pattern));
      const given = typeof expected === 'string' || pattern !== undefined ? response.text : response.body;
      expect([asked, response.status, given]).toEqual([asked, status, expected]);
    }
  });
});

const json = { key: 'Content-Type', value: 'application/json' };
const script = (...exec: string[]) => [{ listen: 'test', script: { exec, type: 'text/javascript' } }];
const raw = (body: object) => ({ mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } });
const postman = {
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'base', value: 'https://shop.example/v1' },
    { key: 'orderId', value: '' },
  ],
  item: [
    {
      name: 'Sign in',
      event: script(
        'const data = pm.response.json();',
        'pm.test("ok", function () {',
        '  pm.response.to.have.status(200);',
        '});',
        'pm.environment.set("token", data.access.token);',
      ),
      request: {
        ...{ method: 'POST', auth: { type: 'noauth' }, header: [json], url: '{{base}}/sessions' },
        body: raw({ user: 'ada', password: '{{password}}' }),
      },
      response: [
        { name: 'signed in', code: 200, header: [json], body: '{"access":{"token":"tok-of-ada-0123456789"}}' },
      ],
    },
    {
      name: 'Orders',
      item: [
        {
          name: 'Create order',
          event: script('pm.collectionVariables.set("orderId", pm.response.json().id);'),
          request: { method: 'POST', header: [json], url: '{{base}}/orders', body: raw({ item: 'Lamp' }) },
          response: [],
        },
        {
          name: 'Read order',
          request: {
            method: 'GET',
            url: {
              raw: '{{base}}/orders/{{orderId}}?tag=a&tag=b',
              query: [
                { key: 'tag', value: 'a' },
                { key: 'tag', value: 'b' },
              ],
            },
          },
          response: [],
        },
      ],
    },
  ],
};

it('an imported Postman collection passes tokens and ids from one request to the next', async () => {
  const { folder, omissions, lost } = await importOf({ 'shop.json': postman });
  expect(lost).toEqual([]);
  expect(omissions.join('\n')).toContain('only its status 200, the variable token is carried over');
  const scenario = await readFile(join(folder, 'scenarios', 'shop.arazzo.yaml'), 'utf8');
  expect(scenario).toContain('token: $response.body#/access/token');
  expect(scenario).toContain('value: Bearer {$steps.sign-in.outputs.token}');
  expect(scenario).toContain('value: $steps.create-order.outputs.orderId');
  const simulators = await serve(folder, { port: 0 });
  const again = await runCli(
    'convert',
    'import',
    await folderWith({ 'shop.json': postman }),
    '--folder',
    `${folder}2`,
    '--name',
    'shop',
  );
  const [, command = ''] = /understudy (test run .*)/.exec(again.out) ?? [];
  const args = command.replace('http://127.0.0.1:4010', simulators.url).split(' ');
  const ran = await runCli(...args);
  expect([ran.code, ran.err], ran.out).toEqual([0, '']);
}, 60_000);
