import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, listen } = useResources();

/** Headers that each client sets in its own way. */
const ofClient =
  /^(?:host|connection|user-agent|accept|accept-encoding|accept-language|content-length|sec-fetch-mode|transfer-encoding|traceparent|x-request-id)$/i;

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
])(
  'a request of curl arrives as curl itself sends it: %s',
  async (_, text) => {
    const { url, taken } = await recorder();
    const command = text.replaceAll('URL', url);
    await promisify(execFile)('bash', ['-c', command]);
    const byCurl = taken();
    const folder = join(await folderWith(), 'made');
    const source = await folderWith({ 'calls.sh': command });
    const imported = await runCli('convert', 'import', source, '--folder', folder, '--name', 'shop', '--strict');
    expect([imported.code, imported.err], imported.out).toEqual([0, '']);
    const config = join(folder, 'understudy.config.yaml');
    const ran = await runCli(
      'test',
      'run',
      '--config',
      config,
      '--api',
      'shop',
      '--target',
      url,
      '--allow-effects',
      'create,mutate',
    );
    expect(taken(), ran.out + ran.err).toEqual(byCurl);
  },
  30_000,
);
