import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { useBrowser } from './testing/use-browser.js';
import { useResources } from './testing/use-resources.js';

const { start, listen } = useResources();

/** `ask` returns the status and the received text of a response, or the error name. */
const app = `
import { setupWorker } from 'msw/browser';
import { connectToServer, createSimulatorHandlers } from './msw.ts';
window.ask = async (url, init) => {
  try {
    const response = await fetch(url, init);
    let text = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    } catch (error) {
      text += ' ' + error.name;
    }
    return [String(response.status), text];
  } catch (error) {
    return [error.name];
  }
};
window.startWorker = async ([url, baseUrl, name]) => {
  const server = connectToServer(url);
  const sandbox = name && { name };
  window.control = connectToServer(name ? url + '/~' + name : url).control;
  const worker = setupWorker(...createSimulatorHandlers(server, { baseUrl, sandbox }));
  await worker.start({ onUnhandledRequest: 'error', quiet: true });
};`;

const browser = useBrowser();

/** Serves a page whose service worker comes from MSW. @returns its URL and the modules of Node that its script imports */
async function servePage() {
  const imported: string[] = [];
  const bundle = await build({
    stdin: { contents: app, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    conditions: ['@understudy/source'],
    write: false,
    plugins: [
      {
        name: 'node',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^node:/ }, ({ path }) => {
            imported.push(path);
            return { path, external: true };
          }),
      },
    ],
  });
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const files: Record<string, string> = {
    '/': '<script type="module" src="/app.js"></script>',
    '/app.js': bundle.outputFiles[0]?.text ?? '',
    '/mockServiceWorker.js': await readFile(worker, 'utf8'),
  };
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript');
    response.writeHead(files[url] === undefined ? 404 : 200).end(files[url]);
  });
  return { url: await listen(server), imported };
}

const base = 'https://api.example/v2';
const headers = { 'x-key': 'any', 'content-type': 'application/json' };

it.skipIf(process.platform !== 'linux')('a service worker forwards the requests of a page to a server', async () => {
  const { url, imported } = await servePage();
  expect(imported).toEqual([]);
  const items = fileURLToPath(new URL('testing/items.yaml', import.meta.url));
  const simulators = await start({ apis: [items], port: 0, allowedOrigins: [url] });
  await simulators.control.sandboxes.create('mine');
  const closed = await start({ apis: [items], port: 0 });
  const page = await browser().newPage();
  const open = async (server: string, ...options: string[]) => {
    await page.goto(url);
    await page.evaluate(`startWorker(${JSON.stringify([server, ...options])})`);
  };
  const ask = (address: string, init = {}): Promise<unknown> =>
    page.evaluate(`ask(${JSON.stringify(address)}, ${JSON.stringify(init)})`);
  await open(simulators.url, base, 'mine');
  const body = '{"name":"Cup","size":3}';
  const [status, made] = Object(await ask(`${base}/items`, { method: 'POST', headers, body }));
  expect([status, made]).toEqual(['201', expect.stringContaining('Cup')]);
  const path = `/items/${JSON.parse(made).id}`;
  await open(simulators.url, base, 'mine');
  for (const [asked, expected] of [
    [base + path, ['200', made]],
    [simulators.url + path, ['404', expect.any(String)]],
    [`${base}/cups`, ['404', expect.any(String)]],
    ['https://api.example/items', ['TypeError']],
    ['https://other.example/items', ['500', expect.stringContaining('onUnhandledRequest')]],
    [`${base}/_sim/clock`, ['200', expect.stringContaining('manual')]],
  ] as const)
    expect([asked, await ask(asked, { headers })]).toEqual([asked, expected]);
  expect(await ask(`${base}/items`)).toEqual(['401', expect.any(String)]);
  for (const [effect, expected] of [
    [{ status: 503 }, ['503', expect.any(String)]],
    [{ reset: true }, ['TypeError']],
    // The browser can drop the first bytes when the connection breaks.
    [{ truncateAfter: 5 }, ['200', expect.stringMatching(/^(?:\{"id")? TypeError$/)]],
  ] as const) {
    await page.evaluate(`control.faults.set(${JSON.stringify([{ match: { path }, effect }])})`);
    expect([effect, await ask(base + path, { headers })]).toEqual([effect, expected]);
  }
  await open(closed.url);
  expect(await ask(`${closed.url}/items`, { headers })).toEqual(['200', expect.any(String)]);
  expect(await ask(`${closed.url}/_sim/clock`, { headers })).toEqual(['TypeError']);
  await expect(page.evaluate(`control.reset()`)).rejects.toThrow('Failed to fetch');
});
