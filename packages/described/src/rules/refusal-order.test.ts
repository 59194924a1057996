import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 1 };
const json = (schema: object) => ({ 'application/json': { schema } });
const refused = (description: string) => ({
  description,
  content: json({ type: 'object', required: ['code'], properties: { code: text } }),
});
const refusals = { 401: refused('No key (`no_key`).'), 403: refused('Not yours (`no_right`).'), 422: refused('Wrong') };

/** Serves things that only one kind of caller may add and pack. */
async function serve(noun: string, said: string) {
  const thing = { type: 'object', required: ['id', 'size'], properties: { id: whole, size: whole } };
  const body = { type: 'object', required: ['size'], properties: { size: whole } };
  const id = { name: 'id', in: 'path', required: true, schema: whole };
  const about = (operationId: string, status: number) => ({
    operationId,
    requestBody: { required: true, content: json(body) },
    responses: { [status]: { description: 'Done', content: json(thing) }, ...refusals, 404: refused('Gone') },
  });
  const { api } = await describeText('things', {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: said },
    security: [{ key: [] }],
    paths: {
      [`/${noun}`]: { post: about('add', 201) },
      [`/${noun}/{id}`]: {
        parameters: [id],
        get: { operationId: 'get', responses: { 200: { description: 'One', content: json(thing) }, ...refusals } },
        patch: about('change', 200),
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  });
  const send = createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { things: { '*': 2 } } } as never }),
  );
  return async (call: string, body: unknown, key?: string) => {
    const { status, body: answer } = await send(call, body, key === undefined ? {} : { 'x-key': key });
    return [status, answer.code];
  };
}

describe('a request with several errors', () => {
  const keys = 'The key `clerk-key` belongs to a clerk and `hand-key` to a hand. An unknown key gets 401.';
  it.each([
    ['crates', `${keys} Only a clerk may add or change crates; a hand gets 403 with \`no_right\`.`],
    ['wards', `${keys} Adding and changing wards is reserved for clerks (403 \`no_right\`).`],
  ])('to /%s fails with 401 or 403 before its body is validated', async (noun, said) => {
    const call = await serve(noun, said);
    for (const body of [{ size: 1 }, { size: 0 }, {}, '{']) {
      expect(await call(`POST /${noun}`, body)).toEqual([401, 'no_key']);
      expect(await call(`POST /${noun}`, body, 'hand-key')).toEqual([403, 'no_right']);
      expect(await call(`PATCH /${noun}/none`, body, 'hand-key')).toEqual([403, 'no_right']);
    }
    expect((await call(`POST /${noun}`, { size: 0 }, 'clerk-key'))[0]).toBe(422);
    expect((await call(`POST /${noun}`, { size: 1 }, 'clerk-key'))[0]).toBe(201);
  });
});
