import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli, serveHere } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith, listen } = useResources();

const json = (schema: object) => ({ description: 'A response', content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const error = json({ type: 'object', required: ['code'], properties: { code: { type: 'string' } } });
const thing = json({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } });
const described = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/{id}': { get: { operationId: 'getThing', parameters: [id], responses: { 200: thing, 404: error } } },
  },
};
const scenario = (status: number) => `arazzo: 1.0.1
info: { title: S, version: '1' }
sourceDescriptions: [{ name: things, url: ./things.json, type: openapi }]
workflows:
  - workflowId: w
    x-effects: read
    steps:
      - stepId: a
        operationId: getThing
        parameters: [{ name: id, in: path, value: '7' }]
        successCriteria: [{ condition: $statusCode == ${status} }]
`;
const exchange = (status: number) => ({
  request: { method: 'GET', url: 'http://things.example/things/7', headers: [] },
  response: {
    ...{ status, headers: [{ name: 'Content-Type', value: 'application/json' }] },
    content: { mimeType: 'application/json', text: '{"code":"x"}' },
  },
});

/** The status and body of the real server. */
let answer = { status: 418, body: '{"code":"x"}' };
let target: string;
beforeAll(async () => {
  const real = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body);
  });
  target = await listen(real);
});

describe('a real server is validated against the original description', () => {
  it.each([409, 410, 418, 429, 500, 202])('`check drift` reports the undocumented status code %i', async (status) => {
    const folder = await folderWith({
      'things.json': described,
      'understudy.config.yaml': 'apis: [./things.json]\n',
      'traffic.har': { log: { version: '1.2', entries: [exchange(status)] } },
    });
    const config = join(folder, 'understudy.config.yaml');
    const { code, out } = await runCli('check', 'drift', join(folder, 'traffic.har'), '--config', config, '--json');
    expect([code, JSON.parse(out).causes]).toMatchObject([
      ...[1, [{ message: `The status ${status} is not documented for getThing; documented are 200, 404.` }]],
    ]);
  });

  it('`test run`, `fuzz` and `proxy` report an undocumented status code', async () => {
    const folder = await folderWith({
      ...{ 'things.json': described, 'understudy.config.yaml': 'apis: [./things.json]\n' },
      ...{ 's.arazzo.yaml': scenario(418) },
    });
    const [api, config] = [join(folder, 'things.json'), join(folder, 'understudy.config.yaml')];
    answer = { status: 418, body: '{"code":"x"}' };
    const undocumented = /The status 418 is not documented for getThing; documented are 200, 404\./;
    const run = await runCli('test', 'run', join(folder, 's.arazzo.yaml'), '--config', config, '--target', target);
    expect(run).toMatchObject({ code: 1, out: expect.stringMatching(undocumented) });
    const fuzz = await runCli('fuzz', api, '--target', target);
    expect(fuzz).toMatchObject({ code: 1, out: expect.stringMatching(undocumented) });
    const proxy = await serveHere('proxy', '--target', target, '--api', api, '--port', '0', '--json');
    expect((await fetch(`${JSON.parse(proxy.line).url}/things/7`)).status).toBe(418);
    expect(await proxy.stop()).toMatchObject({ code: 1, out: expect.stringMatching(undocumented) });

    expect(await runCli('fuzz', api)).toMatchObject({ code: 0 });
  });

  it('`check diff` ignores responses that were added only for the simulator', async () => {
    const changed = structuredClone(described);
    changed.paths['/things/{id}'].get.responses = { 200: thing, 404: error, '4XX': error } as never;
    const folder = await folderWith({ 'before.json': described, 'after.json': changed });
    const { out } = await runCli('check', 'diff', join(folder, 'before.json'), join(folder, 'after.json'), '--json');
    expect(JSON.parse(out).causes).toMatchObject([{ title: expect.stringContaining('4XX') }]);
  });

  it.each([
    ['GET', 200, '{"items":[]}'],
    ['GET', 200, '[]'],
    ['DELETE', 200, '{"ok":true}'],
    ['POST', 202, ''],
  ])('an import without recorded responses accepts any response to %s: %i %s', async (method, status, body) => {
    const folder = await folderWith({ 'calls.sh': `curl -X ${method} '${target}/people'\n` });
    const out = join(folder, 'out');
    expect(await runCli('convert', 'import', join(folder, 'calls.sh'), '--folder', out)).toMatchObject({ code: 0 });
    answer = { status, body };
    const effects = ['--allow-effects', 'create,mutate,destroy'];
    const config = join(out, 'understudy.config.yaml');
    const { code, out: said } = await runCli(
      'test',
      'run',
      '--config',
      config,
      '--api',
      'calls',
      '--target',
      target,
      ...effects,
    );
    expect([code, said]).toEqual([0, expect.stringContaining('1 passed')]);
  });
});
