import { readFile } from 'node:fs/promises';
import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const withoutKey = {
  overlay: '1.0.0',
  info: { title: 'A key that no response contains', version: '1' },
  actions: [
    { target: '$.components.schemas.customer.properties', update: { nothing: { type: 'string', writeOnly: true } } },
    {
      target: '$',
      update: { 'x-understudy': { understudy: 1, resources: { 'v1.customers': { key: { member: 'nothing' } } } } },
    },
  ],
};

it.each([
  ['shop', undefined, []],
  ['payments', undefined, []],
  ['chat', undefined, []],
  ['cloud', undefined, []],
  ['cluster', undefined, []],
  ['tracker', undefined, []],
  ['payments', withoutKey, ['v1.customers: the response to a creation does not contain its key']],
])('checks the inferred plan of %s', async (style, overlay, expected) => {
  const described = await describeApi(new URL(`../testing/${style}.yaml`, import.meta.url), overlay && { overlay });
  const send = createSender(await serveDescribed(described.api), { 'x-key': 'k' });
  const findings = await described.tryPlan(({ method, path, headers, body }) =>
    send(`${method} ${path}`, body, headers),
  );
  expect(findings.map(({ message }) => message)).toEqual(expected);
});

it('creates the records that a tested record refers to, with unique values', async () => {
  const text = { type: 'string' };
  const schema = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
  const content = (properties: object) => ({ content: { 'application/json': { schema: schema(properties) } } });
  const collection = (id: string, sent: object) => ({
    get: {
      operationId: `list${id}`,
      responses: {
        '200': {
          description: 'OK',
          content: { 'application/json': { schema: { type: 'array', items: schema({ id: text, ...sent }) } } },
        },
      },
    },
    post: {
      operationId: `create${id}`,
      requestBody: { required: true, ...content(sent) },
      responses: { '201': { description: 'Created', ...content({ id: text, ...sent }) } },
    },
  });
  const description = {
    openapi: '3.1.0',
    info: { title: 'Club', version: '1' },
    paths: { '/boats': collection('Boats', { ownerId: text }), '/owners': collection('Owners', { email: text }) },
  };
  const model = readModel({
    resources: {
      boats: { members: { ownerId: { refersTo: 'owners', missing: 'reference' } } },
      owners: { unique: { email: { members: ['email'] } } },
    },
  });
  const described = await describeText('club', description, { model });
  const send = createSender(await serveDescribed(described.api));
  expect(
    await described.tryPlan(({ method, path, headers, body }) => send(`${method} ${path}`, body, headers)),
  ).toEqual([]);
});

it('fills references in list items and keeps the format of unique values', async () => {
  const id = { type: 'string', readOnly: true };
  const code = { type: 'string', pattern: '^[A-Z]{2}-[0-9]{2}$' };
  const schema = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
  const crew = { type: 'array', minItems: 1, items: schema({ sailorCode: code }) };
  const described = await describeText(
    'club',
    {
      openapi: '3.1.0',
      info: { title: 'Club', version: '1' },
      paths: Object.fromEntries(
        Object.entries({ sailors: { code, name: text }, trips: { crew } }).map(([name, members]) => [
          `/${name}`,
          {
            get: { responses: { '200': ok({ type: 'array', items: schema({ id, ...members }) }) } },
            post: { requestBody: body(schema(members)), responses: { '201': ok(schema({ id, ...members })) } },
          },
        ]),
      ),
    },
    {
      model: readModel({
        resources: {
          sailors: { key: { member: 'code' }, unique: { code: { members: ['code'] } } },
          trips: { members: { 'crew[].sailorCode': { refersTo: 'sailors', missing: 'reference' } } },
        },
      }),
    },
  );
  const send = createSender(await serveDescribed(described.api));
  const answers: number[] = [];
  const findings = await described.tryPlan(async ({ method, path: at, headers, body: sent }) => {
    const answer = await send(`${method} ${at}`, sent, headers);
    answers.push(answer.status);
    return answer;
  });
  expect(findings).toEqual([]);
  expect(answers.filter((status) => status >= 400)).toEqual([]);
});

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const ok = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const list = (item: object) => ({ responses: { '200': ok({ type: 'array', items: object(item) }) } });
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const path = (name: string) => [{ name, in: 'path', required: true, schema: text }];
const pet = object({ id: text, owner: text });
const archived = object({ id: text, owner: text, archived: { type: 'boolean', readOnly: true } });

it.each([
  [
    'a list that requires a value of the record',
    {
      '/pets': {
        get: { ...list({ id: text, owner: text }), parameters: [{ name: 'owner', in: 'query', required: true }] },
        post: { requestBody: body(object({ owner: text })), responses: { '201': ok(pet) } },
      },
    },
  ],
  [
    'an update whose body contains the id',
    {
      '/pets': { post: { requestBody: body(object({ owner: text })), responses: { '201': ok(pet) } } },
      '/pets/{id}': {
        parameters: path('id'),
        get: { responses: { '200': ok(pet) } },
        patch: { requestBody: body(object({ id: text })), responses: { '200': ok(pet) } },
        delete: { responses: { '204': { description: 'Gone' } } },
      },
    },
  ],
  [
    'a create operation without a response body',
    {
      '/pets': {
        get: list({ id: text, owner: text }),
        post: { requestBody: body(object({ owner: text })), responses: { '204': { description: 'Stored' } } },
      },
    },
  ],
  [
    'a bulk create operation and a list with a request body',
    {
      '/pets': {
        get: { ...list({ id: text, owner: text }), requestBody: body(object({})) },
        post: {
          requestBody: body({ type: 'array', items: object({ owner: text }) }),
          responses: { '201': ok({ type: 'array', items: pet }) },
        },
      },
    },
  ],
  [
    'a status code that reports whether an action has happened',
    {
      '/pets': { post: { requestBody: body(object({ owner: text })), responses: { '201': ok(archived) } } },
      '/pets/{id}': { parameters: path('id'), get: { responses: { '200': ok(archived) } } },
      '/pets/{id}/archive': {
        parameters: path('id'),
        get: { responses: { '204': { description: 'It is' }, '404': { description: 'It is not' } } },
        put: { responses: { '204': { description: 'Archived' } } },
      },
    },
  ],
  [
    'a path with another parameter name for the parent',
    {
      '/shops/{shop}/pets': {
        parameters: path('shop'),
        post: { requestBody: body(object({ owner: text })), responses: { '201': ok(pet) } },
      },
      '/shops/{id}/pets/{pet}': { parameters: [...path('id'), ...path('pet')], get: { responses: { '200': ok(pet) } } },
    },
  ],
])('raises no false alarm for %s', async (_what, paths) => {
  const info = { title: 'Pets', version: '1' };
  const described = await describeText('pets', { openapi: '3.1.0', info, paths });
  const send = createSender(await serveDescribed(described.api));
  const sent: string[] = [];
  const findings = await described.tryPlan(({ method, path: address, headers, body: bytes }) => {
    sent.push(method);
    return send(`${method} ${address}`, bytes, headers);
  });
  expect(findings).toEqual([]);
  expect(sent).toContain('POST');
});

it('generates an id in the format of its path parameter', async () => {
  const parameters = [{ name: 'address', in: 'path', required: true, schema: { type: 'string', format: 'ipv6' } }];
  const range = object({ address: text, size: { type: 'integer' } });
  const description = {
    openapi: '3.1.0',
    info: { title: 'Network', version: '1' },
    paths: {
      '/ranges': {
        post: { requestBody: body(object({ size: { type: 'integer' } })), responses: { '201': ok(range) } },
      },
      '/ranges/{address}': { parameters, get: { responses: { '200': ok(range) } } },
    },
  };
  const send = createSender(await serveDescribed((await describeText('network', description)).api));
  const { body: made } = await send('POST /ranges', { size: 64 });
  expect(await send(`GET /ranges/${made.address}`)).toMatchObject({ status: 200, body: { size: 64 } });
});

it('lists records under the parent under which it created them', async () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const text = { type: 'string' };
  const job = { type: 'object', properties: { job_id: text }, required: ['job_id'] };
  const run = {
    type: 'object',
    properties: { run_id: text, job_id: { ...text, readOnly: true }, note: text },
    required: ['run_id'],
  };
  const ok = (schema: object) => ({ 200: { description: 'OK', ...json(schema) }, 404: { description: 'None' } });
  const jobId = { name: 'job_id', in: 'path', required: true, schema: text };
  const runId = { name: 'run_id', in: 'path', required: true, schema: text };
  const list = (name: string, items: object) => ({ type: 'object', properties: { [name]: { type: 'array', items } } });
  const described = await describeText('jobs', {
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    paths: {
      '/jobs': { get: { operationId: 'listJobs', responses: ok(list('jobs', job)) } },
      '/jobs/{job_id}': { get: { operationId: 'getJob', parameters: [jobId], responses: ok(job) } },
      '/jobs/{job_id}/runs': {
        parameters: [jobId],
        get: { operationId: 'listRuns', responses: { 200: { description: 'OK', ...json(list('runs', run)) } } },
        post: { operationId: 'addRun', requestBody: json(run), responses: ok(run) },
      },
      '/jobs/{job_id}/runs/{run_id}': {
        get: { operationId: 'getRun', parameters: [jobId, runId], responses: ok(run) },
      },
    },
  });
  const send = createSender(await serveDescribed(described.api));
  const findings = await described.tryPlan(({ method, path, headers, body }) =>
    send(`${method} ${path}`, body, headers),
  );
  expect(findings.map(({ message }) => message)).toEqual([]);
});

it('raises no false alarm for an operation that removes a list item by its id', async () => {
  const bills = await readFile(new URL('../testing/bills.yaml', import.meta.url), 'utf8');
  const lineId = 'name: lineId, in: path, required: true';
  const described = await describeText('bills', bills.replace(lineId, `${lineId}, example: 77`));
  const send = createSender(await serveDescribed(described.api));
  expect(
    await described.tryPlan(({ method, path, headers, body }) => send(`${method} ${path}`, body, headers)),
  ).toEqual([]);
});

it('quotes the error of a refused creation, unless it is about a reference to an invented record', async () => {
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const tariff = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
  const meter = {
    type: 'object',
    required: ['tariff'],
    properties: { id: { type: 'string' }, tariff: { type: 'string' } },
  };
  const responses = { '200': { description: 'OK', ...content(tariff) } };
  const parameters = [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }];
  const description = {
    openapi: '3.1.0',
    info: { title: 'Meters', version: '1' },
    paths: {
      '/tariffs/{code}': {
        put: { operationId: 'putTariff', parameters, requestBody: { required: true, ...content(tariff) }, responses },
        get: { operationId: 'getTariff', parameters, responses },
      },
      '/meters': {
        post: {
          operationId: 'addMeter',
          requestBody: { required: true, ...content(meter) },
          responses: { '201': { description: 'Added', ...content(meter) } },
        },
      },
    },
  };
  const problems = async (model: object) => {
    const described = await describeText('meters', description, { model: readModel({ understudy: 1, ...model }) });
    const send = createSender(await serveDescribed(described.api));
    const tried = await described.tryPlan(({ method, path, headers, body }) =>
      send(`${method} ${path}`, body, headers),
    );
    return tried.map(({ message }) => message);
  };
  const members = { tariff: { refersTo: 'tariffs' } };
  expect(await problems({ resources: { meters: { members } } })).toEqual([]);
  const refusal = { that: 'false', message: 'No tariff fits' };
  const [problem] = await problems({ operations: { addMeter: { needs: { invalid: refusal } } } });
  expect(problem).toMatch(/^meters: storing one fails with 422: .*"No tariff fits"/);
});
