import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { useResources } from '../testing/use-resources.js';
import { downloadDescription } from './download-description.js';

const { folderWith, listen } = useResources();

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

let cache: string;
const lines: string[] = [];
beforeEach(async () => {
  cache = await folderWith();
  lines.length = 0;
});

let server: Server;
const serve = (respond: Respond) => {
  server = createServer(respond);
  return listen(server);
};

const download = (url: string, more = {}) =>
  downloadDescription(url, { cache, tell: (line) => lines.push(line), mostBytes: 1000, timeoutMs: 300, ...more });

it('caches a download under its file name, and revalidates it by ETag', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push(request.headers['if-none-match']);
    if (asked.length > 1) response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end('openapi: 3.1.0');
  });
  const file = await download(`${url}/v1/../pet%20store.yaml?key=secret`);
  expect([file.startsWith(cache), file.endsWith('/pet-20store.yaml')]).toEqual([true, true]);
  expect(await readFile(file, 'utf8')).toBe('openapi: 3.1.0');
  expect(await download(`${url}/v1/../pet%20store.yaml?key=secret`)).toBe(file);
  server.closeAllConnections();
  server.close();
  expect(await download(`${url}/v1/../pet%20store.yaml?key=secret`)).toBe(file);
  expect(asked).toEqual([undefined, '"1"']);
  expect(lines.at(-1)).toContain('using the copy of the last download');
  expect(lines.join()).not.toContain('secret');
});

it.each<[string, Respond, string]>([
  ['exceeds the size limit', (_request, response) => response.end('x'.repeat(1001)), 'more than 1000 bytes'],
  ['times out', (_request, response) => response.write('openapi'), 'aborted due to timeout'],
  ['returns 404', (_request, response) => response.writeHead(404).end(), 'responded with 404'],
  ['redirects to another protocol', to('https://127.0.0.1/a.yaml'), 'another protocol'],
  ['redirects to a file URL', to('file:///etc/passwd'), 'another protocol'],
  ['redirects too often', to('/again'), 'more than 5 times'],
])('rejects a download that %s', async (_case, respond, message) => {
  const url = await serve(respond);
  await expect(download(`${url}/api.json`)).rejects.toThrow(message);
});

function to(location: string): Respond {
  return (_request, response) => response.writeHead(302, { location }).end();
}

it('downloads nothing when offline, and rejects URLs with credentials', async () => {
  const url = await serve(() => expect.unreachable());
  await expect(download(`${url}/api.json`, { offline: true })).rejects.toThrow('--offline');
  await expect(download(`http://user:pw@127.0.0.1/api.json`)).rejects.toThrow('contains credentials');
  expect(lines).toEqual([]);
});
