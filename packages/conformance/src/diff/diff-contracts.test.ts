import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { diffContracts } from './diff-contracts.js';

type Parts = Record<string, unknown>;

const describeApi = (method: string, operation: Parts, securitySchemes: Parts = {}) => ({
  ...{ openapi: '3.1.0', info: { title: 'T', version: '1' }, components: { securitySchemes } },
  paths: { '/x': { [method]: { operationId: 'x', responses: { 204: { description: 'Done' } }, ...operation } } },
});
const signedIn = (scheme: Parts) => describeApi('get', { security: [{ k: [] }] }, { k: scheme });
const key = { type: 'apiKey', in: 'header', name: 'X-A' };
const tokens = (tokenUrl: string) =>
  signedIn({ type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } });
const servedAt = (url: string, path = '/x') => {
  const { paths, ...api } = describeApi('get', {});
  return { ...api, servers: [{ url, variables: { v: { default: 'v1' } } }], paths: { [path]: paths['/x'] } };
};
const answered = (headers: Parts) => describeApi('get', { responses: { 200: { description: 'OK', headers } } });
const count = { schema: { type: 'integer' } };
const takes = (...types: string[]) =>
  describeApi('post', {
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }])) },
  });
const list = { schema: { type: 'array', items: { type: 'integer' } } };
const asked = (more: Parts) => describeApi('get', { parameters: [{ name: 'ids', in: 'query', ...more }] });
const asJson = (type: string) => asked({ content: { 'application/json': { schema: { type } } } });
const sends = (schema: Parts) => describeApi('post', { requestBody: { content: { 'application/json': { schema } } } });
const gives = (schema: Parts) =>
  describeApi('get', { responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } });
const statuses = (...keys: string[]) =>
  describeApi('get', {
    responses: Object.fromEntries(keys.map((key) => [key, { description: 'D', content: { 'a/b': { schema: {} } } }])),
  });
const ids = { ids: { explode: false } };
const members = () => ({ file: { contentMediaType: 'image/png' }, ids: list.schema, place: map(true) });
const form = (type: string, encoding: Parts, schema: Parts = { properties: members() }) =>
  describeApi('post', { requestBody: { content: { [type]: { schema, encoding } } } });
const part = (encoding: Parts) => form('multipart/form-data', encoding);
const field = (encoding: Parts) => form('application/x-www-form-urlencoded', encoding);
const file = (contentType: string) => part({ file: { contentType } });
const given = (more: Parts) => describeApi('get', { responses: { 200: { description: 'D', ...more } } });
const linked = (id: string) => given({ links: { next: { operationId: 'x', parameters: { id } } } });
const calledAt = (address: string) =>
  describeApi('post', { callbacks: { done: { [address]: { post: { operationId: 'done', responses: {} } } } } });
const taken = (path: Parts[], own: Parts[]) => {
  const { paths, ...api } = describeApi('get', { parameters: own });
  return { ...api, paths: { '/x': { parameters: path, ...paths['/x'] } } };
};
const servers = (...urls: string[]) => ({ ...describeApi('get', {}), servers: urls.map((url) => ({ url })) });
const asks = (required = false) => ({ name: 'q', in: 'query', required, schema: { type: 'string' } });
const server = (url: string) => ({ servers: [{ url }] });
const flows = (...names: string[]) => {
  const flow = { authorizationUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: {} };
  return signedIn({ type: 'oauth2', flows: Object.fromEntries(names.map((name) => [name, flow])) });
};
const named = (form: Parts, items?: unknown) => ({
  xml: { name: 'r' },
  properties: { a: { xml: form, ...(items ? { items: {} } : {}) } },
});
const xml = (form: Parts, items?: unknown) => given({ content: { 'text/xml': { schema: named(form, items) } } });
const hooked = (content: Parts) => ({
  ...describeApi('get', {}),
  webhooks: { made: { post: { responses: { 200: { description: 'D', content } } } } },
});
const shut = (...names: string[]) => ({
  ...{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), additionalProperties: false },
});
const paths = (path: string) => ({ ...describeApi('get', {}), paths: { [path]: describeApi('get', {}).paths['/x'] } });
const versions = (...names: string[]) => ({
  ...describeApi('get', {}),
  servers: [{ url: '/{v}', variables: { v: { default: names[0], enum: names } } }],
});
const urls = (...names: string[]) => ({ ...describeApi('get', {}), servers: names.map((url) => ({ url })) });
const map = (additionalProperties: unknown) => ({ type: 'object', additionalProperties });

/** The changes that break clients, or that might. */
const breaks = (before: object, after: object, how = 'error') =>
  diffContracts(...([before, after].map((each) => createContract('x', each as never)) as [never, never]))
    .filter(({ audience, severity }) => audience === 'consumers' && severity === how)
    .map(({ title }) => title);

it.each([
  [
    'moving a credential to another header',
    signedIn(key),
    signedIn({ ...key, name: 'X-B' }),
    /the header x-a\) no longer suffices/,
  ],
  ['moving a credential to the query', signedIn(key), signedIn({ ...key, in: 'query' }), /needed: k \(the query X-A\)/],
  [
    'replacing an API key by a bearer token',
    signedIn(key),
    signedIn({ type: 'http', scheme: 'bearer' }),
    /the HTTP scheme bearer/,
  ],
  [
    'changing the token URL',
    tokens('https://a.example/t'),
    tokens('https://a.example/u'),
    /tokens of clientCredentials/,
  ],
  [
    'changing the type of a response header',
    answered({ N: count }),
    answered({ N: { schema: { type: 'string' } } }),
    /header n can also be/,
  ],
  [
    'making a response header optional',
    answered({ N: { ...count, required: true } }),
    answered({ N: count }),
    /header n can be missing/,
  ],
  [
    'removing a required response header',
    answered({ N: { ...count, required: true } }),
    answered({}),
    /header n is removed/,
  ],
  [
    'changing the base path',
    servedAt('https://a.example/v1'),
    servedAt('/v2'),
    /^x: the base path is \/v2 now \(was \/v1\)/,
  ],
  [
    'no longer allowing an empty query parameter',
    asked({ ...count, allowEmptyValue: true }),
    asked(count),
    /query parameter ids can no longer be string/,
  ],
  ['removing a request media type', takes('a/b', 'c/d'), takes('a/b'), /as c\/d is removed/],
  [
    'making a minimum exclusive',
    sends({ type: 'number', minimum: 3 }),
    sends({ type: 'number', exclusiveMinimum: 3 }),
    /has the exclusiveMinimum 3 now \(was the minimum 3\)/,
  ],
  [
    'limiting property names in a request',
    sends(map(true)),
    sends({ ...map(true), propertyNames: { maxLength: 4 } }),
    /json no longer allows members named "anyKey"/,
  ],
  [
    'narrowing a request media type range',
    takes('application/*'),
    takes('application/json'),
    /as application\/\* is removed/,
  ],
  ['no longer allowing any request media type', takes('*/*'), takes('application/json'), /as \*\/\* is removed/],
  [
    'no longer exploding an array parameter',
    asked(list),
    asked({ ...list, explode: false }),
    /style form \(was style form, exploded\)/,
  ],
  ['serializing an array parameter as JSON', asked(list), asJson('array'), /written in another way: application\/json/],
  [
    'changing the format of a response header',
    answered({ N: { schema: { type: 'string', format: 'date' } } }),
    answered({ N: { schema: { type: 'string', format: 'date-time' } } }),
    /header n has the format "date-time" now \(was "date"\)/,
  ],
  [
    'changing the type of map values in a response',
    gives(map({ type: 'integer' })),
    gives(map({ type: 'string' })),
    /\/\* can also be string/,
  ],
  [
    'adding a type for the values of an open map in a request',
    sends(map(true)),
    sends(map({ type: 'integer' })),
    /\/\* can only be integer/,
  ],
  [
    'adding a type to an untyped request property',
    sends({ properties: { a: {} } }),
    sends({ properties: { a: { type: 'string' } } }),
    /\/a can only be/,
  ],
  ['changing the type of a JSON parameter', asJson('integer'), asJson('boolean'), /can no longer be integer/],
  ['adding null to a response enum', gives({ enum: ['a'] }), gives({ enum: ['a', null] }), /also allows null/],
  ['replacing a 2XX response by 302', statuses('2XX'), statuses('302'), /response 2XX is removed/],
  [
    'removing a content type of a multipart part',
    file('image/png, image/jpeg'),
    file('image/png'),
    /the part file of multipart\/form-data is written in another way: image\/png \(was image\/png, image\/jpeg\)/,
  ],
  [
    'narrowing the content type range of a multipart part',
    file('image/*'),
    file('image/png'),
    /: image\/png \(was image\/\*\)/,
  ],
  [
    'sending an object in a multipart part as XML',
    part({}),
    part({ place: { contentType: 'a/xml' } }),
    /\(was application\/json\)/,
  ],
  ['no longer exploding an array in a form', field({}), field(ids), /the part ids of app/],
  [
    'serializing an object in a form as deepObject',
    field({}),
    field({ place: { style: 'deepObject' } }),
    /style deepObject/,
  ],
  [
    'no longer exploding an array in an allOf part of a form schema',
    form('application/x-www-form-urlencoded', {}, { allOf: [{ properties: { ids: list.schema } }] }),
    form('application/x-www-form-urlencoded', ids, { allOf: [{ properties: { ids: list.schema } }] }),
    /the part ids of app/,
  ],
  ['changing a parameter from string to integer', asked({ schema: { type: 'string' } }), asked(count), /be string/],
  [
    'exploding an object in a response header',
    answered({ N: { schema: map(true) } }),
    answered({ N: { schema: map(true), explode: true } }),
    /header n of/,
  ],
  [
    'requiring escaped reserved characters in a parameter',
    asked({ schema: { type: 'string' }, allowReserved: true }),
    asked({ schema: { type: 'string' } }),
    /as one value \(was as one value, as one value with reserved characters unescaped\)/,
  ],
  [
    'requiring escaped reserved characters in a form',
    field({ ids: { allowReserved: true } }),
    field({}),
    /with reserved characters unescaped\)/,
  ],
  [
    'changing the format of a request number from double to float',
    sends({ type: 'number', format: 'double' }),
    sends({ format: 'float' }),
    /"float" now/,
  ],
  [
    'renaming an XML element',
    xml({}),
    xml({ name: 'b' }),
    /member \/a of text\/xml .*: the element b \(was the element a\)/,
  ],
  [
    'turning an XML element into an attribute',
    xml({}),
    xml({ attribute: true }),
    /the attribute a \(was the element a\)/,
  ],
  ['adding an XML namespace', xml({}), xml({ namespace: 'urn:b' }), /the element a of the namespace urn:b/],
  ['wrapping an array in an XML element', xml({}, []), xml({ wrapped: true }, []), /the element a around its items/],
  ['requiring a body in the response to a webhook', hooked({}), hooked({ 'a/b': {} }), /response 200 as a\/b is added/],
  ['removing a property from a closed request object', sends(shut('a', 'b')), sends(shut('a')), /body \/b is removed/],
  [
    'changing the type of a JSON response header',
    answered({ N: { content: { 'application/json': count } } }),
    answered({ N: { content: { 'application/json': { schema: { type: 'boolean' } } } } }),
    /header n can also be boolean/,
  ],
  [
    'changing the base path of an operation',
    describeApi('get', server('https://a.example/v1')),
    describeApi('get', server('https://b.example/v2')),
    /GET \/x: the base path is \/v2 now \(was \/v1\)/,
  ],
  ['removing an OAuth flow', flows('password', 'implicit'), flows('implicit'), /no longer suffices/],
  ['changing the URL of a callback', calledAt('{$request.body#/a}'), calledAt('{$request.body#/b}'), /is called at/],
])('%s breaks clients', (_, before, after, says) => {
  expect(breaks(before, after)).toEqual([expect.stringMatching(says)]);
});

it.each([
  ['changing the case of a credential header', signedIn(key), signedIn({ ...key, name: 'x-a' })],
  ['adding a description to a credential', signedIn(key), signedIn({ ...key, description: 'A key' })],
  ['renaming a security scheme', signedIn(key), describeApi('get', { security: [{ z: [] }] }, { z: key })],
  [
    'moving a base path from the server into the paths',
    servedAt('https://a.example/{v}'),
    servedAt('https://a.example/', '/v1/x'),
  ],
  ['exploding an array in a response header', answered({ N: list }), answered({ N: { ...list, explode: true } })],
  [
    'requiring escaped reserved characters in a number parameter',
    asked({ ...count, allowReserved: true }),
    asked(count),
  ],
  ['changing an XML prefix', xml({ prefix: 'a' }), xml({ prefix: 'b' })],
  ['naming an unwrapped XML array', xml({}, []), xml({ name: 'b' }, [])],
  ['changing an XML name in a JSON response', gives(named({})), gives(named({ name: 'b' }))],
  ['no longer requiring a body in the response to a webhook', hooked({ 'a/b': {} }), hooked({})],
  ['describing a parameter as text/plain', asked({ schema: {} }), asked({ content: { 'text/plain': { schema: {} } } })],
  ['moving a base path from the paths into a server', paths('/v1/x'), { ...describeApi('get', {}), ...server('/v1') }],
  ['changing the host', servedAt('https://a.example/v1'), servedAt('https://b.example/v1/')],
  [
    'removing an http server with a different host',
    urls('https://a.example', 'http://localhost'),
    urls('https://a.example'),
  ],
  ['changing the case of a response header', answered({ N: count }), answered({ n: count })],
  ['adding a request media type', takes('a/b'), takes('a/b', 'c/d')],
  [
    'narrowing response map values from number to integer',
    gives(map({ type: 'number' })),
    gives(map({ type: 'integer' })),
  ],
  ['stating the default style of a parameter', asked(list), asked({ ...list, style: 'form', explode: true })],
  ['narrowing a status range to one status', statuses('2XX'), statuses('200')],
  ['adding a status that default already covers', statuses('200', 'default'), statuses('200', '404', 'default')],
  ['narrowing a response media type range', given({ content: { '*/*': {} } }), given({ content: { 'a/b': {} } })],
  ['adding a content type for a multipart part', file('image/png'), file('image/png, image/jpeg')],
  [
    'stating the default content type of a multipart part',
    part({}),
    part({ place: { contentType: 'application/json' } }),
  ],
  ['stating the default style of a form field', field({}), field({ ids: { style: 'form', explode: true } })],
  ['changing a parameter from integer to string', asked(count), asked({ schema: { type: 'string' } })],
  ['serializing an integer parameter as JSON', asked(count), asJson('integer')],
  [
    'changing a path-level parameter that the operation overrides',
    taken([asks()], [asks()]),
    taken([asks(true)], [asks()]),
  ],
  ['adding an Accept header parameter', taken([], []), taken([], [{ ...asks(true), in: 'header', name: 'Accept' }])],
  ['adding an OAuth flow', flows('implicit'), flows('password', 'implicit')],
  [
    'adding an operation server with the same base path',
    describeApi('get', {}),
    describeApi('get', server('https://b.example')),
  ],
])('%s does not break clients', (_, before, after) => {
  expect(breaks(before, after)).toEqual([]);
});

it.each([
  [
    'of a parameter',
    asked({ schema: { type: 'string', default: 'CA' } }),
    asked({ schema: { type: 'string', default: 'US' } }),
  ],
  [
    'of a parameter by removing it',
    asked({ schema: { type: 'string', default: 'CA' } }),
    asked({ schema: { type: 'string' } }),
  ],
  ['of a request property', sends({ properties: { a: { default: 1 } } }), sends({ properties: { a: { default: 2 } } })],
])('changing the default %s might break clients', (_, before, after) => {
  expect(breaks(before, after, 'warning')).toEqual([expect.stringMatching(/default .*\(was /)]);
  expect(breaks(after, after, 'warning')).toEqual([]);
});

it.each([
  ['widening a status to a range', statuses('200'), statuses('2XX'), /response 2XX is added/],
  ['adding a success status', statuses('200'), statuses('200', '202'), /response 202 is added/],
  [
    'widening a response media type to a range',
    given({ content: { 'a/b': {} } }),
    given({ content: { '*/*': {} } }),
    /as \*\/\* is added/,
  ],
  ['removing a link', linked('1'), given({}), /the link next of the response 200 is removed/],
  ['changing a link', linked('1'), linked('2'), /the link next of the response 200 leads elsewhere/],
  [
    'making a request property readOnly',
    sends({ properties: { a: { $ref: '#/components/securitySchemes/text' } } }),
    sends({ properties: { a: { $ref: '#/components/securitySchemes/text', readOnly: true } } }),
    /\/a is removed/,
  ],
  ['removing a base path', servers('/v1', '/v2'), servers('/v2'), /the base path \/v1 is removed/],
  ['adding a base path', describeApi('get', {}), servers('/v2'), /the base path is \/v2 now \(was \/\)/],
  [
    'no longer serving a host over http',
    urls('http://a.example', 'https://a.example'),
    urls('https://a.example'),
    /no longer served over http/,
  ],
  ['removing a value of a server variable', versions('v2', 'v1'), versions('v2'), /the base path \/v1 is removed/],
])('%s might break clients', (_, before, after, says) => {
  expect(breaks(before, after)).toEqual([]);
  expect(breaks(before, after, 'warning')).toEqual([expect.stringMatching(says)]);
});

it.each([
  ['maximum', { type: 'number', maximum: 100 }, { type: 'number', maximum: 200 }],
  ['maxLength', { type: 'string', maxLength: 10 }, { type: 'string', maxLength: 20 }],
  ['minItems', { type: 'array', minItems: 1 }, { type: 'array', minItems: 0 }],
  ['minProperties', { type: 'object', minProperties: 1 }, { type: 'object' }],
  ['uniqueItems', { type: 'array', uniqueItems: true }, { type: 'array' }],
])('relaxing %s in a response breaks clients', (_, before, after) => {
  expect(breaks(gives(before), gives(after))).toHaveLength(1);
  expect(breaks(sends(before), sends(after))).toEqual([]);
});

it('moving a base path from the server into every path changes nothing for clients', () => {
  const api = describeApi('get', {});
  const paths = Object.fromEntries(Object.entries(api.paths ?? {}).map(([path, item]) => [`/v1${path}`, item]));
  const before = { ...api, servers: [{ url: 'https://api.example/v1' }] };
  const after = { ...api, paths, servers: [{ url: 'https://api.example' }] };
  for (const how of ['error', 'warning']) expect(breaks(before, after, how)).toEqual([]);
});

it('removing a oneOf branch from a response does not break clients', () => {
  const [mail, call] = ['mail', 'call'].map((name) => ({ properties: { [name]: {} }, required: [name] }));
  for (const how of ['error', 'warning'])
    expect(breaks(gives({ oneOf: [mail, call] }), gives({ oneOf: [mail] }), how)).toEqual([]);
});

it('reports a changed maxLength in an anyOf branch, and no changed type of the branch', () => {
  const limited = (maxLength: number) => {
    const place = { type: 'object', properties: { town: { type: 'string', maxLength } } };
    return sends({
      properties: { at: { anyOf: [{ anyOf: [{ type: 'string', maxLength: 9 }, place] }, { type: 'null' }] } },
    });
  };
  const says = 'POST /x: the request body /at/town has the maxLength 4 now (was 5).';
  expect(breaks(limited(5), limited(4))).toEqual([says]);
});

it('comparing recursive XML arrays terminates', () => {
  for (const more of [{}, { xml: { wrapped: true } }]) {
    const nested: Parts = { type: 'array', ...more };
    nested['items'] = { $ref: '#/components/securitySchemes/nested' };
    const api = given({ content: { 'text/xml': { schema: { $ref: '#/components/securitySchemes/nested' } } } });
    const described = { ...api, components: { securitySchemes: { nested } } };
    expect(breaks(described, described)).toEqual([]);
  }
});

it('finds every change, even if there are 350', () => {
  const many = (maxLength: number) =>
    Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`m${index}`, { type: 'string', maxLength }]));
  expect(breaks(sends({ properties: many(5) }), sends({ properties: many(4) }))).toHaveLength(350);
});
