import { createErrorResult } from '@understudy/kernel';
import { ApiDriver } from '@understudy/server/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { DescribeOptions } from './describe-api.js';
import { describeText } from './testing/serve-described.js';

const ticket =
  "{type: object, properties: {number: {type: string, pattern: '^T-[0-9]{6}$', readOnly: true}, text: {type: string}}}";
const description = `openapi: 3.1.0
info: {title: Tickets, version: '1'}
paths:
  /tickets:
    post:
      operationId: open
      requestBody: {content: {application/json: {schema: ${ticket}}}}
      responses: {'201': {description: OK, content: {application/json: {schema: ${ticket}}}}, '409': {description: Conflict}}
  /größe: {get: {operationId: size, responses: {'204': {description: OK}}}}
  /tickets/{number}:
    get:
      operationId: read
      parameters: [{name: number, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: OK, content: {application/json: {schema: ${ticket}}}}, '404': {description: None}}
`;

async function drive(options?: DescribeOptions<Operations>) {
  const { api } = await describeText('tickets', description, options);
  const driver = new ApiDriver([await api.simulator()]);
  onTestFinished(() => driver.close());
  return driver;
}
interface Operations {
  open: {
    parameters: { path: Record<string, never>; query: Record<string, never>; header: Record<string, never> };
    requestBody?: { content: { 'application/json': { number?: string; text?: string } } };
    responses: { 201: { content: { 'application/json': { number?: string; text?: string } } } };
  };
}

it('generates ids that match their pattern, and finds records by them', async () => {
  const driver = await drive();
  const made = await driver.call('POST /tickets', { body: { text: 'Lost' } });
  expect(made.body).toMatchObject({ text: 'Lost', number: expect.stringMatching(/^T-[0-9]{6}$/) });
  expect(await driver.call(`GET /tickets/${made.body.number}`)).toMatchObject({ status: 200, body: made.body });
});

it('calls a custom handler, which can fall back to the inferred behavior', async () => {
  const driver = await drive({
    handlers: {
      open: async (input, context, inferred) =>
        input.body?.text === 'again'
          ? createErrorResult(409, 'conflict', 'It is open already')
          : await inferred({ ...input, body: { text: `${input.body?.text}!` } }, context),
    },
  });
  expect((await driver.call('POST /tickets', { body: { text: 'again' } })).status).toBe(409);
  expect((await driver.call('POST /tickets', { body: { text: 'Lost' } })).body).toMatchObject({ text: 'Lost!' });
});

it('serves paths with non-ASCII letters', async () => {
  expect((await (await drive()).call('GET /größe')).status).toBe(204);
});

it('rejects a handler for an unknown operation and suggests the nearest name', async () => {
  await expect(drive({ handlers: { opne: async () => undefined } as object })).rejects.toThrow(
    'Unknown operation "opne" in handlers. Did you mean "open"?',
  );
});

it('handles concurrent changes one after another, each exactly once', async () => {
  let handled = 0;
  const driver = await drive({
    handlers: {
      open: async (input, context, inferred) => {
        handled += 1;
        return await inferred(input, context);
      },
    },
  });
  const texts = Array.from({ length: 20 }, (_each, index) => `Ticket ${index}`);
  const made = await Promise.all(texts.map((text) => driver.call('POST /tickets', { body: { text } })));
  expect(made.map(({ body }) => body.text)).toEqual(texts);
  expect(new Set(made.map(({ body }) => body.number)).size).toBe(20);
  expect(handled).toBe(20);
});

it('does not deadlock when one change waits for another', async () => {
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const driver = await drive({
    handlers: {
      open: async (input, context, inferred) => {
        if (input.body?.text === 'first') await gone;
        else go();
        return await inferred(input, context);
      },
    },
  });
  const all = ['first', 'second'].map((text) => driver.call('POST /tickets', { body: { text } }));
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual([201, 201]);
});
