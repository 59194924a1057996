import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isObject } from '@understudy/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseApis } from '../apis/apis.js';
import { startSimulators } from '../start-simulators.js';
import { shopDescriptionPath } from '../testing/shop.js';

const bin = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));
const token = 'only-for-this-test';

/** A package whose code leaves a mark when it runs, and the ways to name it. */
let folder: string;
let mark: string;
let names: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  mark = join(folder, 'mark');
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, 'ran');`;
  const file = join(folder, 'index.mjs');
  writeFileSync(file, code);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'trap', exports: { './api': './index.mjs' } }));
  names = [folder, file, pathToFileURL(file).href, `data:text/javascript,${encodeURIComponent(code)}`];
});
afterEach(() => rmSync(folder, { recursive: true }));

it('runs the code of a package named on the command line', async () => {
  await expect(chooseApis([folder])).rejects.toThrow('does not export "api"');
  expect(existsSync(mark)).toBe(true);
});

/** Serves the protocol, and sends one call. */
async function serve(...args: string[]) {
  const env = { ...process.env, UNDERSTUDY_MCP_TOKEN: token };
  const child = spawn(process.execPath, [bin, 'mcp', 'identity', '--http', '0', ...args], { env });
  const line = String((await once(child.stdout, 'data'))[0]);
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  const post = async (method: string, params: object, headers: object = { authorization: `Bearer ${token}` }) =>
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const ask = async (method: string, params: object) => Object(await (await post(method, params)).json()).result;
  return { url, line, stop, post, ask };
}

it('imports no package named in a tool argument', { tags: 'slow', timeout: 120_000 }, async () => {
  const { ask, stop } = await serve();
  const { tools } = await ask('tools/list', {});
  expect(tools.length).toBeGreaterThan(20);
  for (const { name, inputSchema } of tools) {
    const { properties, required = [] } = inputSchema;
    for (const named of names) {
      for (const argument of Object.keys(properties)) {
        const others = required.map((each: string): [string, unknown] => [each, fits(properties[each], named)]);
        await ask('tools/call', {
          name,
          arguments: { ...Object.fromEntries(others), [argument]: fits(properties[argument], named) },
        });
      }
    }
  }
  const described = { name: 'start_description', arguments: { description: shopDescriptionPath } };
  expect((await ask('tools/call', described)).structuredContent).toMatchObject({ api: 'shop' });
  await stop();
  expect(existsSync(mark)).toBe(false);
});

it('start_description accepts a description, but not a package', async () => {
  const { ask, stop } = await serve();
  const refused = await ask('tools/call', { name: 'start_description', arguments: { description: folder } });
  expect(refused.content[0].text).toContain('is not a description');
  await stop();
  expect(existsSync(mark)).toBe(false);
});

it('rejects HTTP requests without the token, for another host, or from a web page', async () => {
  const { url, line, post, stop } = await serve();
  const status = async (headers: object) => (await post('tools/list', {}, headers)).status;
  const authorization = `Bearer ${token}`;
  expect(await status({ authorization })).toBe(200);
  expect(await status({})).toBe(401);
  expect(await status({ authorization: `${authorization}x` })).toBe(401);
  expect(await status({ authorization, origin: 'https://elsewhere.example' })).toBe(403);
  expect(await status({ authorization, origin: 'null' })).toBe(403);
  const { request } = await import('node:http');
  const call = request(url, { method: 'POST', headers: { authorization, host: 'elsewhere.example' } }).end();
  expect((await once(call, 'response'))[0]).toMatchObject({ statusCode: 403 });
  expect((await fetch(url, { headers: { authorization } })).status).toBe(405);
  expect((await fetch(`${url}s`, { headers: { authorization } })).status).toBe(404);
  expect(line).not.toContain(token);
  await stop();
});

it('imports no package named in the body of a control request', { tags: 'slow', timeout: 60_000 }, async () => {
  const simulators = await startSimulators({ apis: [shopDescriptionPath], clock: 'manual', seed: 'empty' });
  const { paths, components } = Object(await (await simulators.fetch(`${simulators.url}/_sim/openapi.json`)).json());
  let sent = 0;
  // It only waits.
  delete paths['/_sim/journal/wait'];
  for (const [path, item] of Object.entries<Record<string, unknown>>(paths))
    for (const method of ['post', 'put', 'patch'].filter((each) => each in item))
      for (const named of names) {
        const address = path.replace('{api}', 'shop').replaceAll(/\{\w+\}/g, 'x');
        const { requestBody } = Object(item[method]);
        for (const body of bodiesOf(Object(requestBody).content?.['application/json'] ?? {}, components, named)) {
          const headers = { 'content-type': 'application/json' };
          await simulators.fetch(simulators.url + address, {
            method: method.toUpperCase(),
            headers,
            body: JSON.stringify(body),
          });
          sent += 1;
        }
      }
  await simulators.close();
  expect(sent).toBeGreaterThan(300);
  expect(existsSync(mark)).toBe(false);
});

/** Returns a value of the schema's type that names the package wherever it can. */
function fits(schema: unknown, named: string): unknown {
  const { type, properties, items, enum: choices } = Object(schema);
  if (Array.isArray(choices)) return choices[0];
  if (type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [fits(items, named)];
  if (type !== 'object') return named;
  const members = Object.entries(properties ?? { name: {}, module: {}, description: {} });
  return Object.fromEntries(members.map(([name, inner]) => [name, fits(inner, named)]));
}

/** Returns the examples with each of their texts replaced, and a body for each member of the schema. */
function bodiesOf(content: Record<string, unknown>, components: unknown, named: string): unknown[] {
  const { example, examples = {}, schema } = content;
  const given = [example, ...Object.values(Object(examples)).map((each) => Object(each).value)].filter(isObject);
  return [...given.flatMap((value) => replaced(value, named)), ...members(schema, components, named)];
}

function replaced(value: unknown, named: string): unknown[] {
  if (typeof value === 'string') return [named];
  if (!isObject(value))
    return Array.isArray(value) ? value.flatMap((each) => replaced(each, named).map((it) => [it])) : [];
  return Object.entries(value).flatMap(([name, inner]) =>
    replaced(inner, named).map((changed) => ({ ...value, [name]: changed })),
  );
}

function members(schema: unknown, components: unknown, named: string, depth = 0): object[] {
  if (depth > 1) return [];
  const { $ref, properties = {}, oneOf = [], anyOf = [], allOf = [] } = Object(schema);
  if (typeof $ref === 'string')
    return members(Object(Object(components).schemas)[$ref.split('/').at(-1) ?? ''], components, named, depth);
  const own = Object.entries(properties).flatMap(([name, inner]) => [
    { [name]: named },
    ...members(inner, components, named, depth + 1).map((value) => ({ [name]: value })),
  ]);
  return [...own, ...[...oneOf, ...anyOf, ...allOf].flatMap((each) => members(each, components, named, depth + 1))];
}
