import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, listen } = useResources();

/** Headers that each client sets in its own way. */
const ofClient =
  /^(?:host|connection|expect|user-agent|accept|accept-encoding|accept-language|content-length|sec-fetch-mode|transfer-encoding|traceparent|x-request-id)$/i;

/** A query can be encoded in several ways, which mean the same. */
const decoded = (url: string): string => decodeURIComponent(url.replaceAll('+', '%20'));

/** Starts a server that remembers the requests as they arrive. */
async function recorder() {
  const seen: unknown[] = [];
  const url = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        // A run asks whether the target is a simulator.
        if (request.url === '/_sim') return response.writeHead(404).end();
        const headers = Object.entries(request.headers).filter(([name]) => !ofClient.test(name));
        // Each client draws its own boundary.
        const boundary = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '')?.[1] ?? '\0';
        const plain = (text: string): string => text.replaceAll(boundary, 'b');
        const sent = headers.map(([name, value]): [string, string] => [name, plain(String(value))]).sort();
        seen.push([request.method, decoded(request.url ?? ''), sent, plain(Buffer.concat(chunks).toString('latin1'))]);
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }),
  );
  return { url, taken: () => seen.splice(0) };
}

const local = { 'notes.txt': 'two\nlines', 'order.json': '{"item": "Lamp"}' };

async function sentByCurl(command: string, taken: () => unknown[]): Promise<unknown[]> {
  await promisify(execFile)('bash', ['-c', command], { cwd: await folderWith(local) });
  return taken();
}

/** The requests of a file that arrive as curl sends them. */
const saved = {
  search: "curl -s 'URL/a?tag=a&tag=b&q=x%20y' -H 'X-A: 1'",
  json: `curl -s URL/b -H 'Content-Type: application/json' -d '{"id":12345678901234567890,"note":"é"}'`,
  form: "curl -s URL/c --data-urlencode 'name=Ada B' --data-urlencode 'q=a&b=c'",
  text: "curl -s -X PUT URL/d -H 'Content-Type: text/plain' --data-raw $'one\\ntwo'",
};

/** Imports the files, puts the local files where the import asks for them, and runs the scenarios. */
async function sentByImport(files: Readonly<Record<string, unknown>>, url: string, taken: () => unknown[]) {
  const folder = join(await folderWith(), 'made');
  const source = await folderWith(files);
  const imported = await runCli('convert', 'import', source, '--folder', folder, '--name', 'shop', '--strict');
  expect([imported.code, imported.err], imported.out).toEqual([0, '']);
  for (const [name, text] of Object.entries(local)) await writeFile(join(folder, 'scenarios', name), text);
  const config = join(folder, 'understudy.config.yaml');
  const effects = ['--allow-effects', 'create,mutate'];
  const ran = await runCli('test', 'run', '--config', config, '--api', 'shop', '--target', url, ...effects);
  const sent = taken();
  expect(sent, ran.out + ran.err).not.toEqual([]);
  return sent;
}

it.each([
  ['repeated parameters', 'curl -s "URL/a?tag=a&tag=b&q=x%20y"'],
  ['a parameter without a value', "curl -s 'URL/a?flag&x=1'"],
  ['braces and brackets', "curl -sg 'URL/a?filter[name]=x&p={y}'"],
  ['escaped brackets', "curl -s 'URL/a?ids\\[\\]=1'"],
  ['JSON with a quote', `curl -s URL/a -H 'Content-Type: application/json' -d '{"name":"O'\\''Hara"}'`],
  ['a text with escapes', "curl -s URL/a -H 'Content-Type: text/plain' --data-raw $'one\\ttwo\\n\\x41'"],
  ['a form', 'curl -s URL/a -d name=Ada -d "role=a b"'],
  ['an encoded form', "curl -s URL/a --data-urlencode 'q=a&b=c' --data-urlencode name=é"],
  ['a query of data', "curl -sG URL/a -d x=1 --data-urlencode 'q=a b'"],
  ['a multipart form', 'curl -s URL/a -F name=Ada -F "note=two words"'],
  ['a big number', `curl -s URL/a -H 'Content-Type: application/json' -d '{"id":12345678901234567890}'`],
  ['headers', "curl -s -X PUT URL/a -H 'X-A: 1' -H 'X-B: a, b' -d x=1"],
  ['an uploaded file', 'curl -s URL/a -F note=one -F photo=@notes.txt'],
  ['a body from a file', "curl -s URL/a -H 'Content-Type: application/json' --data-binary @order.json"],
  ['a file that is put', "curl -s -H 'Content-Type: text/plain' -T notes.txt URL/a"],
])(
  'an imported curl command sends the same request as curl: %s',
  async (_, text) => {
    const { url, taken } = await recorder();
    const command = text.replaceAll('URL', url);
    const byCurl = await sentByCurl(command, taken);
    expect(await sentByImport({ 'calls.sh': command }, url, taken)).toEqual(byCurl);
  },
  30_000,
);

const form = (list: object[]) => ({ mode: 'formdata', formdata: list });
const postman = (request: object) => ({ 'shop.json': { info: { name: 'Shop' }, item: [{ name: 'Send', request }] } });
const insomnia = (request: object) => ({
  'shop.json': {
    ...{ _type: 'export', __export_format: 4 },
    resources: [
      { _id: 'w', _type: 'workspace', name: 'Shop' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'Send', ...request },
    ],
  },
});
const bruno = (blocks: string) => ({ 'send.bru': `meta {\n  name: Send\n  type: http\n}\n\n${blocks}\n` });
const upload = 'curl -s URL/a -F note=one -F photo=@notes.txt';
const type = 'application/json';
const json = `curl -s URL/a -H 'Content-Type: ${type}' -d '{"id":12345678901234567890,"note":"é"}'`;
const fields = "curl -s URL/a --data-urlencode 'name=Ada B' --data-urlencode 'q=a&b=c'";
const search = "curl -s 'URL/a?tag=a&tag=b' -H 'X-A: 1'";

it.each([
  ['Postman', search, (url: string) => postman({ url: `${url}/a?tag=a&tag=b`, header: [{ key: 'X-A', value: '1' }] })],
  [
    'Postman',
    upload,
    (url: string) => {
      const fields = [
        { key: 'note', value: 'one', type: 'text' },
        { key: 'photo', src: '/home/ada/notes.txt', type: 'file' },
      ];
      return postman({ method: 'POST', url: `${url}/a`, body: form(fields) });
    },
  ],
  [
    'Insomnia',
    search,
    (url: string) => {
      const parameters = ['a', 'b'].map((value) => ({ name: 'tag', value }));
      return insomnia({ method: 'GET', url: `${url}/a`, parameters, headers: [{ name: 'X-A', value: '1' }] });
    },
  ],
  [
    'Insomnia',
    upload,
    (url: string) => {
      const params = [
        { name: 'note', value: 'one' },
        { name: 'photo', value: '', type: 'file', fileName: '/home/ada/notes.txt' },
      ];
      return insomnia({ method: 'POST', url: `${url}/a`, body: { mimeType: 'multipart/form-data', params } });
    },
  ],
  [
    'Bruno',
    search,
    (url: string) => bruno(`get {\n  url: ${url}/a?tag=a&tag=b\n  body: none\n}\n\nheaders {\n  X-A: 1\n}`),
  ],
  [
    'Bruno',
    upload,
    (url: string) =>
      bruno(
        `post {\n  url: ${url}/a\n  body: multipartForm\n}\n\nbody:multipart-form {\n  note: one\n  photo: @file(notes.txt)\n}`,
      ),
  ],
  [
    'Postman',
    json,
    (url: string) => {
      const body = {
        mode: 'raw',
        raw: '{"id":12345678901234567890,"note":"é"}',
        options: { raw: { language: 'json' } },
      };
      return postman({ method: 'POST', url: `${url}/a`, header: [{ key: 'Content-Type', value: type }], body });
    },
  ],
  [
    'Postman',
    fields,
    (url: string) => {
      const urlencoded = [
        { key: 'name', value: 'Ada B' },
        { key: 'left', value: 'out', disabled: true },
        { key: 'q', value: 'a&b=c' },
      ];
      return postman({ method: 'POST', url: `${url}/a`, body: { mode: 'urlencoded', urlencoded } });
    },
  ],
  [
    'Insomnia',
    json,
    (url: string) => {
      const body = { mimeType: type, text: '{"id":12345678901234567890,"note":"é"}' };
      return insomnia({ method: 'POST', url: `${url}/a`, headers: [{ name: 'Content-Type', value: type }], body });
    },
  ],
  [
    'Insomnia',
    fields,
    (url: string) => {
      const params = [
        { name: 'name', value: 'Ada B' },
        { name: 'left', value: 'out', disabled: true },
        { name: 'q', value: 'a&b=c' },
      ];
      const body = { mimeType: 'application/x-www-form-urlencoded', params };
      return insomnia({ method: 'POST', url: `${url}/a`, body });
    },
  ],
  [
    'Bruno',
    json,
    (url: string) =>
      bruno(`post {\n  url: ${url}/a\n  body: json\n}\n\nbody:json {\n  {"id":12345678901234567890,"note":"é"}\n}`),
  ],
  [
    'Bruno',
    fields,
    (url: string) =>
      bruno(
        `post {\n  url: ${url}/a\n  body: formUrlEncoded\n}\n\nbody:form-urlencoded {\n  name: Ada B\n  ~left: out\n  q: a&b=c\n}`,
      ),
  ],
])(
  'a request imported from %s is the same as that of curl: %s',
  async (_, text, filesFor) => {
    const { url, taken } = await recorder();
    const byCurl = await sentByCurl(text.replaceAll('URL', url), taken);
    expect(await sentByImport(filesFor(url), url, taken)).toEqual(byCurl);
  },
  30_000,
);

const pairs = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }));

it('requests imported from an HTTP archive are the same as the recorded ones', async () => {
  const { url, taken } = await recorder();
  const save = (line: string, text?: string, headers: Record<string, string> = {}) => {
    const [method, path] = line.split(' ');
    const postData = text === undefined ? {} : { postData: { mimeType: headers['Content-Type'] ?? '', text } };
    const content = { mimeType: type, text: '{}' };
    return {
      request: { method, url: `${url}${path}`, headers: pairs(headers), ...postData },
      response: { status: 200, headers: pairs({ 'Content-Type': type }), content },
    };
  };
  const entries = [
    save('GET /a?tag=a&tag=b&q=x%20y', undefined, { 'X-A': '1' }),
    save('POST /b', '{"id":12345678901234567890,"note":"é"}', { 'Content-Type': type }),
    save('POST /c', 'name=Ada+B&q=a%26b%3Dc', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    save('PUT /d', 'one\ntwo', { 'Content-Type': 'text/plain' }),
  ];
  const bySaved: unknown[] = [];
  for (const each of Object.values(saved)) bySaved.push(...(await sentByCurl(each.replaceAll('URL', url), taken)));
  const source = await folderWith({ 'traffic.har': { log: { version: '1.2', entries } } });
  const folder = join(source, 'learned');
  const imported = await runCli('learn', join(source, 'traffic.har'), '--folder', folder);
  expect([imported.code, imported.err], imported.out).toEqual([0, '']);
  const config = join(folder, 'understudy.config.yaml');
  await writeFile(config, JSON.stringify({ apis: [join(folder, 'openapi.yaml')] }));
  const scenario = join(folder, 'scenarios', 'recorded.arazzo.yaml');
  const effects = ['--allow-effects', 'create,mutate'];
  const ran = await runCli('test', 'run', scenario, '--config', config, '--target', url, ...effects);
  expect(taken(), ran.out + ran.err).toEqual(bySaved);
}, 60_000);

it('requests imported from a Pact file are the same as the described ones', async () => {
  const { url, taken } = await recorder();
  const interaction = (description: string, request: object) => ({ description, request, response: { status: 200 } });
  const interactions = [
    interaction('search', {
      method: 'GET',
      path: '/a',
      query: { tag: ['a', 'b'], q: ['x y'] },
      headers: { 'X-A': '1' },
    }),
    interaction('text', { method: 'PUT', path: '/d', headers: { 'Content-Type': 'text/plain' }, body: 'one\ntwo' }),
  ];
  const bySaved: unknown[] = [];
  for (const each of [saved.search, saved.text])
    bySaved.push(...(await sentByCurl(each.replaceAll('URL', url), taken)));
  const pact = { consumer: { name: 'web' }, provider: { name: 'shop' }, interactions, metadata: {} };
  expect(await sentByImport({ 'pact.json': pact }, url, taken)).toEqual(bySaved);
}, 60_000);
