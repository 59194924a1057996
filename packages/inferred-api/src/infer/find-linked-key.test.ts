import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { describedOrigin, serveDescribed } from '../testing/serve-described.js';

const schema =
  '{type: object, properties: {data: {type: object, required: [id, ticket], properties: {id: {type: integer, readOnly: true}, ticket: {type: string, format: uuid, readOnly: true}, item: {type: string}}}}}';
const description = (link: string, links: string) => `openapi: 3.1.0
info: {title: Orders, version: '1'}
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {type: object, properties: {item: {type: string}}}}}}
      responses: {'201': {description: Made, links: {read: ${link}}, content: {application/json: {schema: ${schema}}}}}
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: One, content: {application/json: {schema: ${schema}}}}, '404': {description: None}}
components: {links: {${links}}}
`;
const parameters = (name: string) => `parameters: {${name}: '$response.body#/data/ticket'}`;

it.each([
  ['by name', `{operationId: getOrder, ${parameters('id')}}`, ''],
  ['by place', `{operationRef: '#/paths/~1orders~1{id}/get', ${parameters('path.id')}}`, ''],
  ['elsewhere', "{$ref: '#/components/links/read'}", `read: {operationId: getOrder, ${parameters('id')}}`],
])('takes the key of a thing from a link that is told %s', async (_how, link, links) => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-links-'));
  const file = join(folder, 'orders.yaml');
  await writeFile(file, description(link, links));
  const { api, explanation } = await describeApi(file);
  await rm(folder, { recursive: true });
  const read = explanation.operations.find(({ operationId }) => operationId === 'getOrder');
  expect([read?.key, read?.why]).toEqual(['ticket', 'reads one of orders by ticket, as a link of createOrder says']);
  const simulators = await serveDescribed(api);
  const call = async (path: string, init?: RequestInit) => {
    const answer = await simulators.fetch(`${describedOrigin}${path}`, init);
    const body: { data: { id: number; ticket: string } } | undefined =
      answer.status === 404 ? undefined : JSON.parse(await answer.text());
    return { status: answer.status, body };
  };
  const headers = { 'content-type': 'application/json' };
  const made = await call('/orders', { method: 'POST', body: '{"item": "Lamp"}', headers });
  expect(await call(`/orders/${made.body?.data.ticket}`)).toEqual({ status: 200, body: made.body });
  expect((await call(`/orders/${made.body?.data.id}`)).status).toBe(404);
});
