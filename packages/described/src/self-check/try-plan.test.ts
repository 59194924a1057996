import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const withoutKey = {
  overlay: '1.0.0',
  info: { title: 'A key that no response contains', version: '1' },
  actions: [{ target: "$.paths['/v1/customers/{customer}']", update: { 'x-understudy': { key: 'nothing' } } }],
};

it.each([
  ['shop', undefined, []],
  ['payments', undefined, []],
  ['chat', undefined, []],
  ['cloud', undefined, []],
  ['cluster', undefined, []],
  ['tracker', undefined, []],
  ['payments', withoutKey, ['v1.customers: the response to a creation does not contain its key']],
])('tries what it inferred of %s', async (style, overlay, expected) => {
  const described = await describeApi(new URL(`../testing/${style}.yaml`, import.meta.url), overlay && { overlay });
  const send = createSender(await serveDescribed(described.api), { 'x-key': 'k' });
  const findings = await described.tryPlan(({ method, path, headers, body }) =>
    send(`${method} ${path}`, body, headers),
  );
  expect(findings.map(({ message }) => message)).toEqual(expected);
});

it('creates the records that a tried one must refer to, with unique values of their own', async () => {
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
