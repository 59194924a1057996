import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();
const strict = { strict: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, skipLibCheck: true };

/** Reads the declarations of the language once for all pages. */
const host = ts.createCompilerHost(strict);
const readFrom = host.getSourceFile;
const libraries = new Map<string, ts.SourceFile | undefined>();
host.getSourceFile = (name, ...more) => {
  if (!/[\\/]lib\.[^\\/]*d\.ts$/.test(name)) return readFrom(name, ...more);
  if (!libraries.has(name)) libraries.set(name, readFrom(name, ...more));
  return libraries.get(name);
};

/** Compiles a page against the client of an API. @returns the type errors as `file:line code` */
async function compile(api: string, page: string): Promise<string[]> {
  const folder = await folderWith({ 'page.ts': page });
  expect(await runCli('generate', 'client', api, '--out', join(folder, 'client.ts'))).toMatchObject({
    code: 0,
    err: '',
  });
  const options = { ...strict, moduleResolution: ts.ModuleResolutionKind.Bundler, noEmit: true, types: [] };
  const program = ts.createProgram([join(folder, 'page.ts')], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start: at = 0, code }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(at).line + 1;
    return `${file?.fileName.split('/').at(-1)}:${line} ${code}`;
  });
}

it('generates a client that compiles, and reports a wrong property as a type error', async () => {
  const page = `import { createClient } from './client.js';
const shop = createClient('http://127.0.0.1:4010', { headers: { 'X-Key': 'k' } });
const made = await shop('createProduct', { body: { name: 'Lamp' } });
export const name: string = made.ok ? made.body.name : made.body.message;
await shop('listProducts');
await shop('listProducts', { query: { per_page: 5, sort: 'name' } });
await shop('createProduct', { body: { nam: 'Lamp' } });
await shop('createProduct');
await shop('listProducts', { query: { sort: 'colour' } });
await shop('getProduct', { path: { product: 1 } });
await shop('hours', { query: {} });
if (made.ok) made.body.price;
await shop('listProduct');
`;
  // The first six lines are correct.
  expect((await compile(shopDescriptionPath, page)).map((each) => each.split(' ')[0])).toEqual(
    [7, 8, 9, 10, 11, 12, 13].map((line) => `page.ts:${line}`),
  );
});

it('the client example in the documentation compiles', async () => {
  const guide = await readFile('docs/front-end.md', 'utf8');
  const page = (/```ts\n(import \{ createClient[\s\S]*?)```/.exec(guide)?.[1] ?? '').replace('./api.ts', './client.js');
  expect(page).toContain('createOrder');
  const orders = (await readFile('packages/described/src/testing/orders.yaml', 'utf8')).replace('item:', 'product:');
  const description = join(await folderWith({ 'openapi.yaml': orders }), 'openapi.yaml');
  expect(await compile(description, page)).toEqual([]);
});

it.each(['identity', 'inventory', 'time', 'payroll', 'rostering', 'einvoicing'])(
  'the generated client of %s compiles',
  async (api) => {
    const page = `import { createClient } from './client.js';\nexport const call = createClient('http://127.0.0.1');\n`;
    expect(await compile(api, page)).toEqual([]);
  },
);

it('the generated client calls a simulated API', async () => {
  const { out } = await runCli('generate', 'client', shopDescriptionPath);
  const text = ts.transpile(out, strict);
  const { createClient } = await import(
    pathToFileURL(join(await folderWith({ 'client.mjs': text }), 'client.mjs')).href
  );
  const { url, fetch } = await start({
    apis: [shopDescriptionPath],
    settings: { apis: { shop: { security: 'off' } } },
  });
  const shop = createClient(`${url}/v1/`, { fetch });
  const made = await shop('createProduct', { body: { name: 'Lamp', colour: 'red' } });
  expect(made).toMatchObject({ ok: true, status: 201, body: { name: 'Lamp' } });
  const path = { productId: made.body.id };
  expect(await shop('getProduct', { path })).toMatchObject({ ok: true, body: made.body });
  expect((await shop('listProducts', { query: { colour: 'blue' } })).body).toMatchObject({ items: [], total: 0 });
  expect((await shop('patchProduct', { path, body: { name: 'Torch' } })).body.name).toBe('Torch');
  expect(await shop('deleteProduct', { path })).toMatchObject({ ok: true, status: 204, body: undefined });
  expect(await shop('getProduct', { path })).toMatchObject({ ok: false, status: 404 });
});
