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
    'a credential in another header',
    signedIn(key),
    signedIn({ ...key, name: 'X-B' }),
    /the header x-a\) no longer suffices/,
  ],
  ['a credential in the query', signedIn(key), signedIn({ ...key, in: 'query' }), /needed: k \(the query X-A\)/],
  ['a token instead of a key', signedIn(key), signedIn({ type: 'http', scheme: 'bearer' }), /the HTTP scheme bearer/],
  ['another token URL', tokens('https://a.example/t'), tokens('https://a.example/u'), /tokens of clientCredentials/],
  [
    'another type of a header',
    answered({ N: count }),
    answered({ N: { schema: { type: 'string' } } }),
    /header n can also be/,
  ],
  [
    'a header that can be missing',
    answered({ N: { ...count, required: true } }),
    answered({ N: count }),
    /header n can be missing/,
  ],
  [
    'a required header that is removed',
    answered({ N: { ...count, required: true } }),
    answered({}),
    /header n is removed/,
  ],
  [
    'another base path',
    servedAt('https://a.example/v1'),
    servedAt('/v2'),
    /^x: the base path is \/v2 now \(was \/v1\)/,
  ],
  [
    'an empty value that is refused',
    asked({ ...count, allowEmptyValue: true }),
    asked(count),
    /query parameter ids can no longer be string/,
  ],
  ['a media type of a request that is removed', takes('a/b', 'c/d'), takes('a/b'), /as c\/d is removed/],
  [
    'a bound that becomes exclusive',
    sends({ type: 'number', minimum: 3 }),
    sends({ type: 'number', exclusiveMinimum: 3 }),
    /has the exclusiveMinimum 3 now \(was the minimum 3\)/,
  ],
  [
    'names of members that are limited',
    sends(map(true)),
    sends({ ...map(true), propertyNames: { maxLength: 4 } }),
    /json no longer allows members named "anyKey"/,
  ],
  [
    'a range of media types of a request',
    takes('application/*'),
    takes('application/json'),
    /as application\/\* is removed/,
  ],
  ['any media type of a request', takes('*/*'), takes('application/json'), /as \*\/\* is removed/],
  [
    'a list that is written otherwise',
    asked(list),
    asked({ ...list, explode: false }),
    /style form \(was style form, exploded\)/,
  ],
  ['a list as JSON', asked(list), asJson('array'), /written in another way: application\/json/],
  [
    'another format of a header',
    answered({ N: { schema: { type: 'string', format: 'date' } } }),
    answered({ N: { schema: { type: 'string', format: 'date-time' } } }),
    /header n has the format "date-time" now \(was "date"\)/,
  ],
  [
    'another type of the values of a map',
    gives(map({ type: 'integer' })),
    gives(map({ type: 'string' })),
    /\/\* can also be string/,
  ],
  [
    'a type for the values of an open map',
    sends(map(true)),
    sends(map({ type: 'integer' })),
    /\/\* can only be integer/,
  ],
  [
    'a type where there was none',
    sends({ properties: { a: {} } }),
    sends({ properties: { a: { type: 'string' } } }),
    /\/a can only be/,
  ],
  ['another type in JSON', asJson('integer'), asJson('boolean'), /can no longer be integer/],
  ['null as a further value', gives({ enum: ['a'] }), gives({ enum: ['a', null] }), /also allows null/],
  ['a success that becomes a redirect', statuses('2XX'), statuses('302'), /response 2XX is removed/],
  [
    'a part of one type less',
    file('image/png, image/jpeg'),
    file('image/png'),
    /the part file of multipart\/form-data is written in another way: image\/png \(was image\/png, image\/jpeg\)/,
  ],
  ['a part of one type of a range', file('image/*'), file('image/png'), /: image\/png \(was image\/\*\)/],
  ['an object in a part as XML', part({}), part({ place: { contentType: 'a/xml' } }), /\(was application\/json\)/],
  ['a list in a form that is not exploded', field({}), field(ids), /the part ids of app/],
  ['an object in a form by brackets', field({}), field({ place: { style: 'deepObject' } }), /style deepObject/],
  [
    'a list in a part of the schema of a form that is not exploded',
    form('application/x-www-form-urlencoded', {}, { allOf: [{ properties: { ids: list.schema } }] }),
    form('application/x-www-form-urlencoded', ids, { allOf: [{ properties: { ids: list.schema } }] }),
    /the part ids of app/,
  ],
  ['text in a parameter that becomes a number', asked({ schema: { type: 'string' } }), asked(count), /be string/],
  [
    'an object in a header that is exploded',
    answered({ N: { schema: map(true) } }),
    answered({ N: { schema: map(true), explode: true } }),
    /header n of/,
  ],
  [
    'a reserved character that must be escaped',
    asked({ schema: { type: 'string' }, allowReserved: true }),
    asked({ schema: { type: 'string' } }),
    /as one value \(was as one value, as one value with reserved characters unescaped\)/,
  ],
  [
    'a reserved character in a form that must be escaped',
    field({ ids: { allowReserved: true } }),
    field({}),
    /with reserved characters unescaped\)/,
  ],
  ['a number of 32 bits', sends({ type: 'number', format: 'double' }), sends({ format: 'float' }), /"float" now/],
  [
    'another element of XML',
    xml({}),
    xml({ name: 'b' }),
    /member \/a of text\/xml .*: the element b \(was the element a\)/,
  ],
  ['an attribute of XML', xml({}), xml({ attribute: true }), /the attribute a \(was the element a\)/],
  ['another namespace of XML', xml({}), xml({ namespace: 'urn:b' }), /the element a of the namespace urn:b/],
  ['a list in XML that gets an element', xml({}, []), xml({ wrapped: true }, []), /the element a around its items/],
  ['a webhook that needs a body in its response', hooked({}), hooked({ 'a/b': {} }), /response 200 as a\/b is added/],
  ['a member that an object loses and forbids', sends(shut('a', 'b')), sends(shut('a')), /body \/b is removed/],
  [
    'another type of a header as JSON',
    answered({ N: { content: { 'application/json': count } } }),
    answered({ N: { content: { 'application/json': { schema: { type: 'boolean' } } } } }),
    /header n can also be boolean/,
  ],
  [
    'another base path of an operation',
    describeApi('get', server('https://a.example/v1')),
    describeApi('get', server('https://b.example/v2')),
    /GET \/x: the base path is \/v2 now \(was \/v1\)/,
  ],
  ['a way to get tokens that is removed', flows('password', 'implicit'), flows('implicit'), /no longer suffices/],
  ['another address of a callback', calledAt('{$request.body#/a}'), calledAt('{$request.body#/b}'), /is called at/],
])('%s breaks clients', (_, before, after, says) => {
  expect(breaks(before, after)).toEqual([expect.stringMatching(says)]);
});

it.each([
  ['the case of a header with a credential', signedIn(key), signedIn({ ...key, name: 'x-a' })],
  ['the text about a credential', signedIn(key), signedIn({ ...key, description: 'A key' })],
  ['the name of a credential', signedIn(key), describeApi('get', { security: [{ z: [] }] }, { z: key })],
  ['a base path that moves into the paths', servedAt('https://a.example/{v}'), servedAt('https://a.example/', '/v1/x')],
  ['a list in a header that is exploded', answered({ N: list }), answered({ N: { ...list, explode: true } })],
  ['a number whose reserved characters are escaped', asked({ ...count, allowReserved: true }), asked(count)],
  ['another prefix of XML', xml({ prefix: 'a' }), xml({ prefix: 'b' })],
  ['the name of a list in XML without an own element', xml({}, []), xml({ name: 'b' }, [])],
  ['a name of XML in JSON', gives(named({})), gives(named({ name: 'b' }))],
  ['a webhook that no longer needs a body', hooked({ 'a/b': {} }), hooked({})],
  ['a text in a parameter as text', asked({ schema: {} }), asked({ content: { 'text/plain': { schema: {} } } })],
  ['a base path in the paths without servers', paths('/v1/x'), { ...describeApi('get', {}), ...server('/v1') }],
  ['another host', servedAt('https://a.example/v1'), servedAt('https://b.example/v1/')],
  [
    'a server of another host over http that is gone',
    urls('https://a.example', 'http://localhost'),
    urls('https://a.example'),
  ],
  ['the case of a header', answered({ N: count }), answered({ n: count })],
  ['a further media type of a request', takes('a/b'), takes('a/b', 'c/d')],
  ['a smaller number as the values of a map', gives(map({ type: 'number' })), gives(map({ type: 'integer' }))],
  ['a style that is said explicitly', asked(list), asked({ ...list, style: 'form', explode: true })],
  ['one status instead of a range', statuses('2XX'), statuses('200')],
  ['a status that others include', statuses('200', 'default'), statuses('200', '404', 'default')],
  ['one media type instead of a range', given({ content: { '*/*': {} } }), given({ content: { 'a/b': {} } })],
  ['a further type of a part', file('image/png'), file('image/png, image/jpeg')],
  ['a type of a part that is said explicitly', part({}), part({ place: { contentType: 'application/json' } })],
  ['a style in a form that is said explicitly', field({}), field({ ids: { style: 'form', explode: true } })],
  ['a number in a parameter that becomes text', asked(count), asked({ schema: { type: 'string' } })],
  ['a number as JSON', asked(count), asJson('integer')],
  ['a parameter that an operation describes itself', taken([asks()], [asks()]), taken([asks(true)], [asks()])],
  ['a parameter that is a header of HTTP', taken([], []), taken([], [{ ...asks(true), in: 'header', name: 'Accept' }])],
  ['a further way to get tokens', flows('implicit'), flows('password', 'implicit')],
  ['an own server with the same base path', describeApi('get', {}), describeApi('get', server('https://b.example'))],
])('%s breaks no client', (_, before, after) => {
  expect(breaks(before, after)).toEqual([]);
});

it.each([
  [
    'of a parameter',
    asked({ schema: { type: 'string', default: 'CA' } }),
    asked({ schema: { type: 'string', default: 'US' } }),
  ],
  [
    'of a parameter, removed',
    asked({ schema: { type: 'string', default: 'CA' } }),
    asked({ schema: { type: 'string' } }),
  ],
  ['of a member', sends({ properties: { a: { default: 1 } } }), sends({ properties: { a: { default: 2 } } })],
])('another default %s might break clients', (_, before, after) => {
  expect(breaks(before, after, 'warning')).toEqual([expect.stringMatching(/default .*\(was /)]);
  expect(breaks(after, after, 'warning')).toEqual([]);
});

it.each([
  ['a range instead of one status', statuses('200'), statuses('2XX'), /response 2XX is added/],
  ['a further status', statuses('200'), statuses('200', '202'), /response 202 is added/],
  [
    'a further media type that the API selects',
    given({ content: { 'a/b': {} } }),
    given({ content: { '*/*': {} } }),
    /as \*\/\* is added/,
  ],
  ['a link that is removed', linked('1'), given({}), /the link next of the response 200 is removed/],
  ['a link that leads elsewhere', linked('1'), linked('2'), /the link next of the response 200 leads elsewhere/],
  [
    'a member that is only sent by the API',
    sends({ properties: { a: { $ref: '#/components/securitySchemes/text' } } }),
    sends({ properties: { a: { $ref: '#/components/securitySchemes/text', readOnly: true } } }),
    /\/a is removed/,
  ],
  ['a base path that is removed', servers('/v1', '/v2'), servers('/v2'), /the base path \/v1 is removed/],
  ['a base path that appears', describeApi('get', {}), servers('/v2'), /the base path is \/v2 now \(was \/\)/],
  [
    'a host that is no longer served over http',
    urls('http://a.example', 'https://a.example'),
    urls('https://a.example'),
    /no longer served over http/,
  ],
  ['a base path of a variable', versions('v2', 'v1'), versions('v2'), /the base path \/v1 is removed/],
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
])('a response that the %s excluded before breaks clients', (_, before, after) => {
  expect(breaks(gives(before), gives(after))).toHaveLength(1);
  expect(breaks(sends(before), sends(after))).toEqual([]);
});

it('a base path can move into the paths', () => {
  const api = describeApi('get', {});
  const paths = Object.fromEntries(Object.entries(api.paths ?? {}).map(([path, item]) => [`/v1${path}`, item]));
  const before = { ...api, servers: [{ url: 'https://api.example/v1' }] };
  const after = { ...api, paths, servers: [{ url: 'https://api.example' }] };
  for (const how of ['error', 'warning']) expect(breaks(before, after, how)).toEqual([]);
});

it('a branch that responses lose takes its members with it', () => {
  const [mail, call] = ['mail', 'call'].map((name) => ({ properties: { [name]: {} }, required: [name] }));
  for (const how of ['error', 'warning'])
    expect(breaks(gives({ oneOf: [mail, call] }), gives({ oneOf: [mail] }), how)).toEqual([]);
});

it('a bound in a branch is named, and not the type of the branch', () => {
  const limited = (maxLength: number) => {
    const place = { type: 'object', properties: { town: { type: 'string', maxLength } } };
    return sends({
      properties: { at: { anyOf: [{ anyOf: [{ type: 'string', maxLength: 9 }, place] }, { type: 'null' }] } },
    });
  };
  const says = 'POST /x: the request body /at/town has the maxLength 4 now (was 5).';
  expect(breaks(limited(5), limited(4))).toEqual([says]);
});

it('lists in XML that contain themselves are compared to a depth', () => {
  for (const more of [{}, { xml: { wrapped: true } }]) {
    const nested: Parts = { type: 'array', ...more };
    nested['items'] = { $ref: '#/components/securitySchemes/nested' };
    const api = given({ content: { 'text/xml': { schema: { $ref: '#/components/securitySchemes/nested' } } } });
    const described = { ...api, components: { securitySchemes: { nested } } };
    expect(breaks(described, described)).toEqual([]);
  }
});

it('all of many changes are found', () => {
  const many = (maxLength: number) =>
    Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`m${index}`, { type: 'string', maxLength }]));
  expect(breaks(sends({ properties: many(5) }), sends({ properties: many(4) }))).toHaveLength(350);
});
