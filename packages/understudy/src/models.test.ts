import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, expect, it } from 'vitest';
import { call } from './testing/call.js';
import { killLeftServers, printed, refused, runCli, serveJson } from './testing/run-cli.js';
import { shopDescriptionPath } from './testing/shop.js';
import { useResources } from './testing/use-resources.js';

const { start, fileWith, folderWith } = useResources();
afterEach(killLeftServers);

const workshop = fileURLToPath(new URL('../../described/src/testing/workshop.yaml', import.meta.url));

const price = (expression: string) => `understudy: 1
resources:
  repairs:
    members:
      price: { value: '${expression}' }
`;
const priced = price('self.parts.map(p, p.count * p.price).sum()');
const misspelt = price('self.part.size()');
const repair = { clientId: 'c', parts: [{ count: 2, price: 5 }] };

const startTried = async () => {
  const simulators = await start({ apis: [workshop, shopDescriptionPath] });
  // The time of a copy stands still, so that responses with a time are equal.
  const { control } = await simulators.control.sandboxes.create('tried', { clock: 'real' });
  return { simulators, control };
};

const priceAt = async (url: string): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/repairs`, { method: 'POST', headers, body: JSON.stringify(repair) });
  return Reflect.get(Object(await response.json()), 'price');
};

it('`start --model` applies model files from the command line and the configuration', async () => {
  const folder = await folderWith({
    'price.yaml': priced,
    'number.yaml': "resources: { repairs: { members: { number: { form: 'R-{sequence:3}' } } } }",
    'understudy.config.yaml': `apis: [${workshop}]\nmodel: { workshop: number.yaml }\n`,
  });
  const server = await serveJson(workshop, '--model', join(folder, 'price.yaml'), '--seed', 'empty');
  expect(await priceAt(server.url)).toBe(10);
  await server.stop();
  const config = ['--config', join(folder, 'understudy.config.yaml')];
  const both = await serveJson('workshop', ...config, '--model', `workshop=${join(folder, 'price.yaml')}`);
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(repair) };
  const made: unknown = await (await fetch(`${both.url}/repairs`, init)).json();
  expect(made).toMatchObject({ price: 10, number: expect.stringMatching(/^R-\d{3}$/) });
  await both.stop();
});

it.each([
  ['explain', []],
  ['check', []],
  ['fuzz', ['--requests', '1']],
  ['start', ['--port', '0']],
])('`%s --model` reports a missing file, and an invalid statement with file and line', async (command, more) => {
  const file = await fileWith('wrong.yaml', misspelt);
  const wrong = await runCli(command, workshop, ...more, '--model', file);
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toMatch(/wrong\.yaml:5: .*Did you mean "parts"/);
  expect(await runCli(command, workshop, ...more, '--model', 'nowhere.yaml')).toMatchObject(
    refused('The model file nowhere.yaml does not exist'),
  );
});

it('`explain` and `check` apply --model', async () => {
  const file = await fileWith('never.yaml', "operations: { createClient: { needs: { invalid: 'false' } } }");
  const checked = await runCli('check', workshop, '--model', file, '--json');
  expect(JSON.parse(checked.out).refused).toMatchObject([{ operationId: 'createClient' }]);
  expect(JSON.parse((await runCli('check', workshop, '--json')).out).refused).toEqual([]);
  expect(await runCli('explain', workshop, '--model', file)).toMatchObject(printed('clients: storing one fails'));
});

it('--model requires an API name if several APIs are served from descriptions', async () => {
  const file = await fileWith('price.yaml', priced);
  const ambiguous = await runCli('start', workshop, shopDescriptionPath, '--port', '0', '--model', file);
  expect(ambiguous).toMatchObject(refused(`Use <api>=${file}`));
  const unknown = await runCli('start', workshop, '--port', '0', '--model', `worksop=${file}`);
  expect(unknown.err).toContain('Did you mean "workshop"?');
  const implemented = await runCli('start', 'inventory', '--port', '0', '--model', `inventory=${file}`);
  expect(implemented.err).toContain('inventory is implemented in code');
});

it('`test run` and `fuzz` reject --model for a server that is not simulated', async () => {
  const file = await fileWith('price.yaml', priced);
  const target = ['--target', 'http://127.0.0.1:9', '--model', file];
  expect(await runCli('fuzz', workshop, ...target)).toMatchObject(refused('cannot be combined with --target'));
  expect(await runCli('test', 'run', ...target)).toMatchObject(refused('needs --target in-process'));
});

it('the control plane reads and replaces model lines, and keeps the records', async () => {
  const simulators = await start({ apis: [workshop], model: { workshop: await fileWith('price.yaml', priced) } });
  const { model } = simulators.control;
  const before = await call(simulators, 'POST /repairs', repair);
  expect(before.body.price).toBe(10);
  const lines = await model.get('workshop');
  expect(lines).toMatchObject({ understudy: 1, resources: { repairs: { members: { price: {} } } } });

  const form = { resources: { repairs: { members: { number: { form: 'R-{sequence:3}' } } } } };
  expect((await model.try('workshop', form, { last: 0 })).model).toMatchObject(form);
  expect((await call(simulators, 'POST /repairs', repair)).body.price).toBe(10);
  await model.set('workshop', form);
  expect(await model.get('workshop')).toEqual({ understudy: 1, ...form });
  const after = await call(simulators, 'POST /repairs', repair);
  expect(after.body.number).toBe('R-001');
  expect(after.body.price).not.toBe(10);
  expect((await call(simulators, `GET /repairs/${before.body.id}`)).body).toEqual(before.body);
});

it('the control plane rejects an invalid model with a pointer to each error', async () => {
  const simulators = await start({ apis: [workshop, 'inventory'] });
  const wrong = await call(simulators, 'PUT /_sim/apis/workshop/model', {
    resources: { repairs: { members: { price: { value: 'self.part.size()' } }, ordre: 'id' } },
    operations: { createRepairs: { status: 201 } },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/body/resources/repairs/ordre',
  ]);
  const statements = await call(simulators, 'PUT /_sim/apis/workshop/model', {
    resources: { repairs: { members: { price: { value: 'self.part.size()' } } } },
    operations: { createRepairs: { status: 201 } },
  });
  expect(statements.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/body/resources/repairs/members/price/value',
    '/body/operations/createRepairs',
  ]);
  expect(await simulators.control.model.get('workshop')).toEqual({ understudy: 1 });
  for (const line of ['GET /_sim/apis/inventory/model', 'PUT /_sim/apis/inventory/model'])
    expect((await call(simulators, line, line.startsWith('PUT') ? {} : undefined)).status).toBe(409);
  expect((await call(simulators, 'GET /_sim/apis/none/model')).status).toBe(404);
});

it('the control plane compares responses before and after a model change without applying it', async () => {
  const { simulators, control } = await startTried();
  const made = await call(simulators, 'POST /~tried/clients', { name: 'Ada', email: 'ada@example.com' });
  const path = `/clients/${made.body.id}`;
  await call(simulators, `GET /~tried${path}`);
  await call(simulators, 'POST /~tried/clients', { name: 7 });
  await call(simulators, `DELETE /~tried${path}`);
  const lines = {
    resources: { clients: { members: { spent: { value: 'of("repairs").size() + 7' } } } },
    operations: { deleteClient: { needs: { state: 'false' } } },
  };
  const { tried, responses } = await control.model.try('workshop', lines);
  expect(tried).toBe(4);
  // The record is there again: each request meets the state of its time. One that is refused in any case is equal.
  expect(responses.map(({ method, before, after }) => [method, before, after])).toEqual([
    ['POST', 201, 201],
    ['GET', 200, 200],
    ['DELETE', 204, 409],
  ]);
  expect(responses[1]).toMatchObject({ url: `/~tried${path}`, members: [{ pointer: '/spent', after: 7 }] });
  expect((await control.model.try('workshop', {})).responses).toEqual([]);
  await call(simulators, 'POST /~tried/products', { name: 'created at some time' }, { 'x-key': 'any' });
  expect(await control.model.try('shop', {})).toMatchObject({ tried: 1, responses: [] });
  expect(await control.model.get('workshop')).toEqual({ understudy: 1 });
  expect((await call(simulators, `GET /~tried${path}`)).status).toBe(404);
  expect((await control.model.try('workshop', lines, { last: 1 })).responses).toEqual([]);
  await expect(control.model.try('workshop', { operations: { none: {} } })).rejects.toThrow('none');
});

it('only a token for all sandboxes can change a model', async () => {
  const value = 'ada-0123456789abcdef';
  const controlTokens = [{ name: 'ada', value, scope: 'own sandboxes' }] as const;
  const simulators = await start({ apis: [workshop], controlTokens });
  const authorization = `Bearer ${value}`;
  const { status, text } = await call(simulators, 'PUT /_sim/apis/workshop/model', {}, { authorization });
  expect([status, text]).toEqual([403, expect.stringContaining('all sandboxes')]);
  expect((await call(simulators, 'GET /_sim/apis/workshop/model', undefined, { authorization })).status).toBe(200);
});

it('`generate schema model` prints a schema that rejects a misspelt property', async () => {
  const { out, code } = await runCli('generate', 'schema', 'model');
  expect(code).toBe(0);
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(out));
  expect(validate({ understudy: 1, resources: { repairs: { order: '-id' } } })).toBe(true);
  expect(validate({ understudy: 1, resources: { repairs: { ordre: '-id' } } })).toBe(false);
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain('/resources/repairs');
  expect(await runCli('generate', 'schema')).toMatchObject(printed(/^model +the changed lines/m));
});
