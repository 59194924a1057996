import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isObject } from '@understudy/contract';
import { PlantedSecrets } from '@understudy/contract/testing';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCli, serveHere } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { fileWith, folderWith, listen } = useResources();
const cases: Record<string, object> = parse(
  readFileSync(new URL('./testing/secret-cases.yaml', import.meta.url), 'utf8'),
);

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fills the files of a tool with planted requests and secrets. */
function fillCase(files: object, planted: PlantedSecrets): Record<string, unknown> {
  const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const requests = planted.requests(2).map(({ headers, ...request }, index) => {
    const named = Object.entries(headers);
    const options = named.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`).join(' ');
    return {
      ...{ ...request, headers, index: `${index}` },
      pairs: named.map(([name, value]) => ({ key: name, name, value })),
      matchers: Object.fromEntries(named.map(([name, value]) => [name, { equalTo: value }])),
      lines: named.map(([name, value]) => `  ${name}: ${value}`).join('\n'),
      curl: `${shell(`https://a.test/things${request.url}`)} ${options} --data-raw ${shell(request.body)}`,
    };
  });
  const fillText = (text: string, scope: object): unknown => {
    const [, whole = ''] = /^<<(\w+)>>$/.exec(text) ?? [];
    if (whole !== '') return Object(scope)[whole];
    return text
      .replace(/<<(\w+)>>/g, (_, name: string) => Object(scope)[name] ?? _)
      .replace(/<(base64 )?([\w-][^<>]*)>/g, (_, encoded: string | undefined, place: string) => {
        const secret = planted.add(place);
        return encoded ? Buffer.from(`{"access_token":"${secret}"}`).toString('base64') : secret;
      });
  };
  const fill = (value: unknown, scope: object): unknown => {
    if (typeof value === 'string') return fillText(value, scope);
    if (Array.isArray(value))
      return value.flatMap((item) =>
        isObject(item) && 'each' in item ? requests.map((request) => fill(item['each'], request)) : [fill(item, scope)],
      );
    if (!isObject(value)) return value;
    const { each, ...members } = value;
    const repeated = each === undefined ? [] : requests.map((request) => fill(each, request));
    const filled = Object.entries(members).map(([name, item]) => [fillText(name, scope), fill(item, scope)]);
    return Object.assign(Object.fromEntries(filled), ...repeated);
  };
  return Object(fill(files, {}));
}

describe('`convert import` and `learn` write and print no secret', () => {
  it.each(Object.entries(cases))(
    '%s',
    async (tool, template) => {
      const planted = new PlantedSecrets();
      const files = fillCase(template, planted);
      expect(planted.leaks(Object.values(files).map(asText).join()).length).toBeGreaterThan(20);
      const [name = '', ...others] = Object.keys(files);
      const source = await folderWith(files);
      const folder = join(await folderWith(), 'made');
      const path = others.length > 0 ? source : join(source, name);
      const command =
        tool === 'HTTP archive'
          ? ['learn', path, '--folder', folder]
          : ['convert', 'import', path, '--folder', folder, '--name', 'shop'];
      const first = await runCli(...command, '--json');
      const again = await runCli(...command, '--force');
      expect([first.code, first.err, again.code]).toEqual([0, '', 0]);
      const written = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
      const leaks = await Promise.all(
        written.map(async (name) => [name, planted.leaks(await readFile(join(folder, name), 'utf8'))]),
      );
      // The values of a local mock stay in what is served: its rules, its data and its examples.
      const isMock = ['WireMock', 'Mockoon', 'MockServer', 'Pact'].includes(tool);
      const served = new Set(['rules.json', 'seed.json', 'shop.yaml']);
      const judged = leaks.filter(([name]) => !isMock || !served.has(String(name)));
      expect(judged.filter(([, places]) => places?.length !== 0)).toEqual([]);
      expect(planted.leaks(first.out + again.out)).toEqual([]);
      if (!isMock) expect(first.out).toContain(tool === 'HTTP archive' ? 'agreements' : 'secrets are replaced by');
      expect(written.length).toBeGreaterThan(1);
    },
    120_000,
  );

  it.each([
    ['a.json', '{"token": <JSON>}'],
    ['a.yaml', 'a: b\ntoken: x: <YAML>\n'],
    ['a.har', '{"log": {"token": <archive>}}'],
  ])('in the error message for an invalid %s', async (name, template) => {
    const planted = new PlantedSecrets();
    const file = await fileWith(name, fillCase({ [name]: template }, planted)[name]);
    const { code, out, err } = await runCli(...(name.endsWith('.har') ? ['learn'] : ['convert', 'import']), file);
    expect([code, out, planted.leaks(err), err]).toEqual([2, '', [], expect.stringMatching(/Unexpected|Nested/)]);
  });
});

const wrong = { type: 'object', additionalProperties: { type: 'string', enum: ['none'] } };
const content = { 'application/json': { schema: wrong }, 'application/x-www-form-urlencoded': { schema: wrong } };
const description = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' } },
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        parameters: ['access_token', 'apiKey', 'X-Amz-Signature'].map((name) => ({
          ...{ name, in: 'query', schema: { enum: ['none'] } },
        })),
        requestBody: { content },
        responses: {
          200: { description: 'Made', headers: { 'X-Auth-Token': { schema: { enum: ['none'] } } }, content },
        },
      },
    },
  },
};

describe.each(['--json', '--host=127.0.0.1'])('`understudy proxy %s` writes and prints no secret', (flag) => {
  it('in requests and responses', flag === '--json' ? { timeout: 120_000 } : { tags: 'slow' }, async () => {
    const planted = new PlantedSecrets();
    const types: Record<string, (secret: string) => string> = {
      'application/json': (secret) => JSON.stringify({ access_token: secret }),
      'application/xml': (secret) => `<a><client_secret>${secret}</client_secret><b password="${secret}"/></a>`,
      'text/event-stream': (secret) => `event: token\ndata: {"access_token":"${secret}"}\n\n`,
      'application/x-www-form-urlencoded': (secret) => `a=1&refresh_token=${secret}`,
      'multipart/form-data; boundary=b': (secret) =>
        `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--\r\n`,
      'application/octet-stream': (secret) => `\xff{"password":"${secret}"}`,
    };
    const server = createServer((sent, response) => {
      const [type = '', write = String] = Object.entries(types)[Number(sent.headers['x-type'] ?? 0)] ?? [];
      const body = Buffer.from(write(planted.add(`response ${type}`)), 'latin1');
      response.writeHead(Number(sent.headers['x-status'] ?? 200), {
        'content-type': type,
        'set-cookie': `sid=${planted.add('set cookie')}`,
        'x-auth-token': planted.add('response header'),
        location: `https://ada:${planted.add('location')}@a.test/?code=${planted.add('code')}`,
        ...(sent.headers['x-packed'] ? { 'content-encoding': 'gzip' } : {}),
      });
      response.end(sent.headers['x-packed'] ? gzipSync(body) : body);
    });
    server.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.end(`\x81\x40{"password":"${planted.add('WebSocket frame')}"}`);
    });
    const target = await listen(server);
    const folder = await folderWith({ 'shop.json': description });
    const [api, file] = [join(folder, 'shop.json'), join(folder, 'traffic.har')];
    const args = ['--target', target, '--api', api, '--record', file, '--port', '0', '--allow-effects', 'create'];
    const proxy = await serveHere('proxy', ...args, flag);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(proxy.line)?.[0];
    // The proxy itself has no control plane, and names the address of it.
    const control = /http:\/\/127\.0\.0\.1:\d+/.exec(await (await fetch(`${url}/_sim/apis`)).text())?.[0];
    const send = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
      await (await fetch(`${url}${path}`, { ...init, headers })).text();
    for (const { url: query, headers, body } of planted.requests(10))
      await send(`/things${query}`, { ...headers }, { method: 'POST', body });
    for (const [index] of Object.keys(types).entries())
      for (const extra of [{}, { 'x-packed': '1' }, { 'x-status': '418' }])
        await send('/things', { 'x-type': `${index}`, ...extra }, { method: 'POST' });
    await send(`/unknown?token=${planted.add('unknown address')}`, {});
    await send(`/things?api_key=${planted.add('refused')}`, {}, { method: 'DELETE' });
    await send(
      '/things',
      { 'content-type': 'application/xml' },
      { method: 'POST', body: types['application/xml']?.(planted.add('XML')) ?? '' },
    );
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', cookie: `sid=${planted.add('WebSocket cookie')}` };
    const path = `${url}/ws?access_token=${planted.add('WebSocket')}`;
    const [, socket] = await once(request(path, { headers: upgrade }).end(), 'upgrade');
    await once(socket.resume(), 'end');
    const shown = await Promise.all(
      ['journal?limit=1000', 'journal.har', 'apis/shop/behavior', 'metrics'].map(
        async (path) => await (await fetch(`${control}/_sim/${path}`)).text(),
      ),
    );
    const { out, err } = await proxy.stop();
    const outputs = { out, err, file: await readFile(file, 'utf8'), shown: shown.join() };
    const leaks = Object.entries(outputs).map(([name, text]) => [name, planted.leaks(text)]);
    expect(outputs.shown.split('createThing').length).toBeGreaterThan(3);
    expect(leaks).toEqual(Object.keys(outputs).map((name) => [name, []]));
    expect(JSON.parse(outputs.file).log.entries.length).toBeGreaterThan(200);
  });
});
