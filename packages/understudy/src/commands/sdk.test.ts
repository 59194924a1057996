import { expect, it } from 'vitest';
import { printed, refused, runCli, serveJson } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { fileWith } = useResources();

const ok = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const widget = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } };
const description = {
  openapi: '3.1.0',
  info: { title: 'Widgets', version: '1' },
  paths: {
    '/widgets': {
      get: {
        operationId: 'listWidgets',
        parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }],
        responses: { '200': ok({ type: 'array', items: widget }) },
      },
    },
    '/widgets/{widget_id}': {
      parameters: [{ name: 'widget_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { operationId: 'getWidget', responses: { '200': ok(widget) } },
      delete: { operationId: 'deleteWidget', responses: { '204': { description: 'gone' } } },
    },
  },
};

/** A test suite that sends requests and exits with a code. */
async function suite(calls: readonly string[], code = 0): Promise<string> {
  const script = `
    for (const call of ${JSON.stringify(calls)}) {
      const [method, path] = call.split(' ');
      await fetch(process.env.TEST_API_BASE_URL + path, { method });
    }
    process.exit(process.env.UNDERSTUDY_URL === process.env.TEST_API_BASE_URL ? ${code} : 9);`;
  return `"${process.execPath}" "${await fileWith('suite.mjs', script)}"`;
}

const start = async (...args: string[]) =>
  await runCli('start', await fileWith('widgets.json', description), '--port', '0', '-q', ...args);

it('passes a client whose requests match the description', async () => {
  const calls = ['GET /widgets/widget_id', 'DELETE /widgets/widget_id', 'DELETE /widgets/widget_id', 'GET /widgets'];
  const { code, out } = await start('--sdk', '--for', await suite(calls));
  expect([code, out]).toEqual([0, expect.stringContaining('1 of 4 requests fit the description.')]);
  expect(out).toContain(
    'Either the client or the description is wrong:\n  2 x deleteWidget: /path/widget_id must be a UUID',
  );
  expect(out).toContain('3 of 3 operations were requested.\nVerdict: passed.');
});

it('fails a client that sends a wrong value or path, and lists each cause once', async () => {
  const calls = ['GET /widgets?size=x', 'GET /widgets?size=y', 'GET /gadgets'];
  const { code, out } = await start('--sdk', '--for', await suite(calls));
  expect(code).toBe(1);
  expect(out).toContain('The client probably sends them wrong:\n  2 x listWidgets: /query/size must be an integer');
  expect(out).toContain('      first: GET /widgets?size=x');
  expect(out).toContain('They probably lead to a wrong path:\n  1 x GET /gadgets');
  expect(out).toContain('Not requested: getWidget, deleteWidget.\nVerdict: failed.');
});

it('prints the verdict as JSON', async () => {
  const { out } = await start('--sdk', '--json', '--for', await suite(['GET /widgets?size=x']));
  const { verdict } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
  expect(verdict).toMatchObject({
    requests: 1,
    valid: 0,
    passed: false,
    findings: [
      { fault: 'client', operation: 'listWidgets', ruleId: 'request/query-type', pointer: '/query/size', count: 1 },
    ],
  });
});

it('exits with the exit code of the command, with and without --sdk', async () => {
  expect((await start('--sdk', '--for', await suite(['GET /widgets'], 3))).code).toBe(3);
  expect((await start('--for', await suite([], 4))).code).toBe(4);
  expect((await start('--for', await suite(['GET /widgets?size=x']))).code).toBe(0);
});

it('fails a run in which no request arrives', async () => {
  expect(await start('--sdk', '--for', await suite([]))).toMatchObject(printed('Verdict: no request arrived.', 1));
});

it('prints the verdict on shutdown, and lets options override the defaults of --sdk', async () => {
  const file = await fileWith('widgets.json', description);
  const { url, stop } = await serveJson(file, '--sdk', '--set', 'widgets.http.formats=enforced');
  expect((await fetch(`${url}/widgets/widget_id`)).status).toBe(400);
  expect((await fetch(`${url}/widgets`)).headers.get('understudy-request-valid')).toBe('?1');
  const { out } = await stop();
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({ verdict: { requests: 2, valid: 1 } });
});

it('rejects --sdk for an API that is not served from a description', async () => {
  expect(await runCli('start', 'identity', '--port', '0', '--sdk')).toMatchObject(
    refused('--sdk serves APIs from their descriptions'),
  );
});
