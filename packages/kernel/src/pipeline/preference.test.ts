import { useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { chooseResponse, type RequestPreference, readPreference } from './preference.js';

const start = useNotesApi();
const get = async (prefer: string) => {
  const notes = start();
  await notes.send('PUT /notes/a', { text: 'x' });
  return await notes.send('GET /notes/a', undefined, { prefer });
};

describe('the Prefer header', () => {
  it.each([
    ['code=503', { code: '503' }],
    ['wait=0.5', { wait: 0.5 }],
    ['respond-async, wait=10; code="404"', { wait: 10, code: '404' }],
    [
      'code=200, example="a name, with spaces; and signs"; wait=1',
      { code: '200', example: 'a name, with spaces; and signs', wait: 1 },
    ],
    ['example="says \\"hi\\""', { example: 'says "hi"' }],
    ['return=minimal', {}],
    ['handling=lenient, count=exact', {}],
    ['', {}],
  ])('is parsed: "%s"', (header, wish) => expect(readPreference(header)).toEqual(wish));

  it.each([
    ['wait=abc', 'Prefer: wait must be seconds such as wait=2 or wait=0.5, but is "abc"'],
    ['wait', 'Prefer: wait must be seconds such as wait=2 or wait=0.5, but is ""'],
    ['wait=-1', 'Prefer: wait must be seconds'],
    ['code=abc', 'Prefer: code must be a status such as code=503, but is "abc"'],
    ['wiat=3', 'Did you mean "wait"?'],
    ['codes=404', 'Did you mean "code"?'],
  ])('is rejected with a reason: %s', async (header, message) => {
    expect(readPreference(header)).toContain(message);
    const { status, headers, body } = await get(header);
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(body).toMatchObject({ detail: expect.stringContaining(message), pointer: '/headers/Prefer' });
  });

  it('is rejected with a list of the documented status codes if it requests another one', async () => {
    const { status, body } = await get('code=418');
    expect([status, Object.keys(body.responses)]).toEqual([400, expect.arrayContaining(['200', '404'])]);
  });
});

describe('chooseResponse', () => {
  const responseExamples = { '200': ['one', 'two'], '202': ['later'], '404': ['gone'], '4XX': [], default: ['other'] };
  const choose = (preference: RequestPreference) =>
    chooseResponse({ operationId: 'read', responseExamples }, preference);

  it.each<[RequestPreference, RequestPreference]>([
    [{ code: '404' }, { code: '404' }],
    [{ code: '422' }, { code: '422' }],
    [{ code: '503' }, { code: '503' }],
    [
      { code: '404', example: 'gone' },
      { code: '404', example: 'gone' },
    ],
    [
      { code: '503', example: 'other' },
      { code: '503', example: 'other' },
    ],
    [{ example: 'two' }, { example: 'two' }],
    [{ example: 'later' }, { code: '202', example: 'later' }],
  ])('chooses for %j the response %j', (asked, chosen) => expect(choose(asked)).toEqual(chosen));

  it.each<[RequestPreference, string]>([
    [{ example: 'twoo' }, 'the example "twoo", which read does not document for a success'],
    [{ example: 'twoo' }, 'Did you mean "two"?'],
    [{ example: 'gone' }, '404 (example gone)'],
    [{ code: '404', example: 'one' }, 'the example "one", which read does not document for status 404'],
  ])('rejects the undocumented %j and explains why', (asked, message) =>
    expect(choose(asked)).toMatchObject({ status: 400, message: expect.stringContaining(message) }),
  );

  it('rejects an undocumented status code', () => {
    const operation = { operationId: 'read', responseExamples: { '200': [] } };
    expect(chooseResponse(operation, { code: '503' })).toMatchObject({ problem: { responses: { '200': [] } } });
  });
});
