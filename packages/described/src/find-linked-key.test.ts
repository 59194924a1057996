import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

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
  ['by operationId', `{operationId: getOrder, ${parameters('id')}}`, ''],
  ['by operationRef', `{operationRef: '#/paths/~1orders~1{id}/get', ${parameters('path.id')}}`, ''],
  ['under components', "{$ref: '#/components/links/read'}", `read: {operationId: getOrder, ${parameters('id')}}`],
])("reads a resource's key from a link defined %s", async (_how, link, links) => {
  const { api, explanation } = await describeText('orders', description(link, links));
  const read = explanation.operations.find(({ operationId }) => operationId === 'getOrder');
  expect([read?.key, read?.why]).toEqual(['ticket', 'reads one of orders by ticket, as a link of createOrder says']);
  const call = createSender(await serveDescribed(api));
  const made = await call('POST /orders', { item: 'Lamp' });
  const found = await call(`GET /orders/${made.body.data.ticket}`);
  expect([found.status, found.body]).toEqual([200, made.body]);
  expect((await call(`GET /orders/${made.body.data.id}`)).status).toBe(404);
});
