import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const plan = object({ id: text, name: text }, { required: ['id', 'name'] });

/** Serves plans with these responses to a read, and returns what answers a request. */
async function serve(responses: object, components: object = {}, model: object = {}) {
  const { api } = await describeText('plans', {
    openapi: '3.1.0',
    info: { title: 'Plans', version: '1' },
    paths: {
      '/plans': {
        post: {
          operationId: 'createPlan',
          requestBody: {
            required: true,
            ...json(object({ name: text, size: { type: 'integer' } }, { required: ['name'] })),
          },
          responses: { '201': { description: '', ...json(plan) }, ...responses },
        },
      },
      '/plans/{planId}': {
        parameters: [{ name: 'planId', in: 'path', required: true, schema: text }],
        get: { operationId: 'getPlan', responses: { '200': { description: '', ...json(plan) }, ...responses } },
      },
    },
    components,
    'x-understudy': { understudy: 1, ...model },
  });
  return createSender(await serveDescribed(api));
}
const error = (schema: object, more: object = {}) => ({ description: '', ...json(schema, more) });

describe('an error code', () => {
  it.each<[string, object, unknown]>([
    [
      'codes of several statuses',
      { enum: ['parameter_invalid', 'parameter_missing', 'resource_not_found', 'not_found', 'forbidden'] },
      'not_found',
    ],
    ['codes of several resources', { enum: ['user_not_found', 'plan_not_found', 'not_found'] }, 'plan_not_found'],
    ['codes for a path and a record', { enum: ['url_not_found', 'record_not_found'] }, 'record_not_found'],
    ['codes in capitals', { enum: ['ACCESS_DENIED', 'ENTITY_NOT_FOUND', 'PARAM_INVALID'] }, 'ENTITY_NOT_FOUND'],
    ['codes without separators', { enum: ['BadRequest', 'Conflict', 'NotFound', 'Unauthorized'] }, 'NotFound'],
    ['codes with spaces', { enum: ['internal error', 'conflict', 'not found'] }, 'not found'],
    ['codes that contain UNKNOWN', { enum: ['FORMAT_ERROR', 'TOKEN_UNKNOWN', 'RESOURCE_UNKNOWN'] }, 'RESOURCE_UNKNOWN'],
    [
      'codes that are URLs',
      { enum: ['https://e.example/v2/validation-error.html', 'https://e.example/v2/not-found.html'] },
      'https://e.example/v2/not-found.html',
    ],
    ['numbers', { type: 'integer', enum: [400, 404, 500] }, 404],
    ['numbers with more digits', { type: 'integer', enum: [4000, 4040] }, 4040],
    ['an example in capitals', { type: 'string', example: 'VALIDATION_ERROR' }, 'NOT_FOUND'],
    ['a string without an enum', { type: 'string' }, 'not_found'],
  ])('matches the status, given %s', async (_what, code, value) => {
    const send = await serve({ '404': error(object({ error: object({ code, message: text }) })) });
    expect((await send('GET /plans/none')).body.error).toEqual({ code: value, message: 'There is no plan "none"' });
  });

  it.each([
    ['missing_parameter', ['invalid_parameter', 'missing_parameter', 'invalid_format']],
    ['invalid_body', ['invalid_auth', 'token_missing', 'invalid_body']],
  ])('is %s if a required property is missing from the body', async (code, listed) => {
    const send = await serve({ '400': error(object({ error: { enum: listed }, message: text })) });
    expect((await send('POST /plans', {})).body.error).toBe(code);
  });

  it('comes from the example of the status, but the message does not', async () => {
    const schema = object({ code: text, message: text });
    const send = await serve({ '404': error(schema, { example: { code: 'PLAN_GONE', message: 'Plan 7 is gone' } }) });
    expect((await send('GET /plans/none')).body).toEqual({ code: 'PLAN_GONE', message: 'There is no plan "none"' });
  });

  it.each([
    [{}, 'field_required'],
    [{ name: 'a', size: 'b' }, 'field_invalid'],
  ])('for the request body %j is %s', async (body, code) => {
    const schema = object({ code: { enum: ['field_invalid', 'field_required', 'not_found'] }, message: text });
    const send = await serve({ '400': error(schema) });
    expect(await send('POST /plans', body)).toMatchObject({ status: 400, body: { code } });
  });

  it.each([
    ['code', 404],
    ['status', 400],
  ])('is taken from the alternative whose %s matches', async (_how, other) => {
    const kind = (type: string, status: number) =>
      object(
        { type: { enum: [`https://e.example/errors#${type}`] }, status: { enum: [status] }, title: text },
        { required: ['type', 'status'] },
      );
    const schemas = { Unavailable: kind('feature-not-available', other), Missing: kind('resource-not-found', 404) };
    const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const send = await serve({ '404': error({ oneOf, discriminator: { propertyName: 'type' } }) }, { schemas });
    const { body } = await send('GET /plans/none');
    expect(body).toEqual({
      type: 'https://e.example/errors#resource-not-found',
      status: 404,
      title: 'There is no plan "none"',
    });
  });

  it('is about:blank in a problem document that describes no type', async () => {
    const schema = object(
      { type: text, title: text, status: { type: 'integer' }, detail: text },
      { required: ['type', 'title'] },
    );
    const send = await serve({ '404': error(schema) });
    const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no plan "none"' };
    expect((await send('GET /plans/none')).body).toEqual(problem);
  });
});

describe('an error body', () => {
  it.each([
    [
      'a nullable object',
      object({ error_code: text, error_message: text }, { type: ['object', 'null'], required: ['error_code'] }),
      { error_code: 'not_found', error_message: 'There is no plan "none"' },
    ],
    [
      'a nullable reference',
      { anyOf: [object({ message: text }), { type: 'null' }] },
      { message: 'There is no plan "none"' },
    ],
    ['any object', { type: 'object' }, { status: 404, detail: 'There is no plan "none"' }],
    ['an array of objects', { type: 'array', items: object({ msg: text }) }, [{ msg: 'There is no plan "none"' }]],
    [
      'an array of strings',
      object({ errors: { type: 'array', items: text } }),
      { errors: ['There is no plan "none"'] },
    ],
  ])('described as %s contains the message', async (_what, schema, body) => {
    const send = await serve({ '404': error(schema) });
    expect((await send('GET /plans/none')).body).toMatchObject(body);
  });

  it('lists each invalid property with its name', async () => {
    const item = object({ field: text, message: text }, { required: ['field', 'message'] });
    const send = await serve({ '400': error(object({ errors: { type: 'array', items: item } })) });
    const { body } = await send('POST /plans', { name: 1, size: 'b' });
    expect(body.errors).toEqual([
      { field: 'name', message: expect.stringContaining('name') },
      { field: 'size', message: expect.stringContaining('size') },
    ]);
  });

  it('names all invalid properties in an optional map, and the first in an optional string', async () => {
    const fields = { type: 'object', additionalProperties: text };
    const send = await serve({
      '400': error(object({ message: text, param: text, fields }, { required: ['message'] })),
    });
    const { body } = await send('POST /plans', { name: 1, size: 'b' });
    expect(body).toMatchObject({ param: 'name', fields: { name: expect.any(String), size: expect.any(String) } });
  });

  it('is empty if none is described, and a header contains the message', async () => {
    const send = await serve({ '404': { description: '' } });
    const { text: body, headers } = await send('GET /plans/none');
    expect([body, headers.get('x-understudy-error')]).toEqual(['', 'There is no plan "none"']);
  });

  it("does not use another response's schema if that schema requires a different status", async () => {
    const send = await serve({
      '404': error(object({ status: { const: 404 }, type: { enum: ['not_found'] } }, { required: ['status'] })),
    });
    const { status, body } = await send('POST /plans', {});
    expect([status, body.status, body.title]).toEqual([400, 400, 'Bad Request']);
  });

  it('uses the problem schema of another response', async () => {
    const schema = object(
      { title: text, status: { type: 'integer' } },
      { required: ['title'], additionalProperties: false },
    );
    const content = { 'application/problem+json': { schema } };
    const send = await serve({ '409': { description: '', content } });
    const { body, headers } = await send('GET /plans/none');
    expect(body).toEqual({ title: 'There is no plan "none"', status: 404 });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });
});

describe('Prefer', () => {
  const taken = { code: 'TAKEN', message: 'Somebody was faster', hint: 'Take another' };
  const responses = {
    '404': { description: '', content: { 'application/json': { example: { code: 'GONE' } } } },
    '409': error(object({ code: text, message: text, hint: text }, { required: ['code', 'message'] }), {
      example: taken,
    }),
    '410': error(object({ reason: { enum: ['SOLD', 'LOST'] } }), {
      examples: { first: { value: { reason: 'LOST' } }, second: { value: { reason: 'SOLD' } } },
    }),
    '418': error({ type: 'object', properties: { short: { type: 'boolean' } }, example: { short: true } }),
    '423': error(object({ lockedBy: { ...text, example: 'Nora' } }, { required: ['lockedBy'] })),
    '451': { description: '', content: { 'text/plain': { example: 'Not here' } } },
    '5XX': error(object({ maintenance: { type: 'boolean' } }), { example: { maintenance: true } }),
    default: error(object({ any: text }), { example: { any: 'other' } }),
  };

  it.each([
    ['code=404', 404, { code: 'GONE' }],
    ['code=409', 409, taken],
    ['code=410', 410, { reason: 'LOST' }],
    ['code=410, example=second', 410, { reason: 'SOLD' }],
    ['code=418', 418, { short: true }],
    ['code=423', 423, { lockedBy: 'Nora' }],
    ['code=503', 503, { maintenance: true }],
    ['code=400', 400, { any: 'other' }],
  ])('%s returns %i with the described example', async (prefer, status, body) => {
    const send = await serve(responses);
    expect(await send('GET /plans/none', undefined, { prefer })).toMatchObject({ status, body });
  });

  it('reports the names of available examples if the requested one is unknown', async () => {
    const send = await serve(responses);
    const { status, body } = await send('GET /plans/none', undefined, { prefer: 'code=410, example=third' });
    expect([status, body.responses['410']]).toEqual([400, ['first', 'second']]);
    expect(body.detail).toContain('410 (examples first, second)');
  });
});

describe('the modelled status of invalid requests', () => {
  const responses = Object.fromEntries(
    ['400', '422'].map((status) => [status, error(object({ code: text, message: text }))]),
  );
  const own = (invalid: object) => ({ operations: { createPlan: { errors: { invalid } } } });

  it.each<[string, object]>([
    ['for all operations', { errors: { invalid: { status: 400, code: 'bad', message: 'It is wrong' } } }],
    ['for one operation', own({ status: 400, code: 'bad', message: 'It is wrong' })],
    ['in two places', { errors: { invalid: { code: 'bad', message: 'It is wrong' } }, ...own({ status: 400 }) }],
  ])('is sent with its code and message if the model sets them %s', async (_where, model) => {
    const send = await serve(responses, {}, model);
    const sent = await send('POST /plans', {});
    expect([sent.status, sent.body]).toEqual([400, { code: 'bad', message: 'It is wrong' }]);
    expect((await (await serve(responses))('POST /plans', {})).status).toBe(422);
  });

  it('is used for a record that violates a constraint', async () => {
    const model = {
      errors: { invalid: { status: 400 } },
      ...{ resources: { plans: { holds: { name: { that: 'self.name != "x"', message: 'No x' } } } } },
    };
    const send = await serve(responses, {}, model);
    expect((await send('POST /plans', { name: 'x' })).status).toBe(400);
  });
});

describe('the names of invalid properties', () => {
  const wrong = (members: object) => ({ '400': error(object({ error: object({ code: text, ...members }) })) });
  const list = { type: 'array', items: text };
  const map = { type: 'object', additionalProperties: text };
  const entries = { name: expect.any(String), size: expect.any(String) };

  it.each<[string, object, unknown]>([
    ['fields', list, ['name', 'size']],
    ['params', list, ['name', 'size']],
    ['invalidFields', list, ['name', 'size']],
    ['parameters', list, ['name', 'size']],
    ['fields', map, entries],
    ['fieldErrors', map, entries],
    ['errors', map, entries],
    ['invalid_params', map, entries],
    ['param', text, 'name'],
    ['field', text, 'name'],
    ['parameter', text, 'name'],
    ['pointer', text, '/name'],
  ])('are in the optional property %s', async (name, schema, value) => {
    const send = await serve(wrong({ [name]: schema }));
    const { status, body } = await send('POST /plans', { size: 'large' });
    expect([status, body.error[name]]).toEqual([400, value]);
  });

  it('are not in "path" next to a timestamp', async () => {
    const time = { type: 'string', format: 'date-time' };
    const send = await serve(wrong({ timestamp: time, path: text }));
    expect((await send('POST /plans', { size: 'large' })).body.error).not.toMatchObject({ path: 'name' });
  });

  it.each(['fields', 'param'])('are not in %s of a 404', async (name) => {
    const send = await serve({
      '404': error(object({ error: object({ code: text, [name]: name === 'fields' ? map : text }) })),
    });
    expect((await send('GET /plans/none')).body.error).toEqual({ code: 'not_found' });
  });
});
