import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContract, type OpenApiDocument } from '@understudy/contract';
import { loadOpenApi, loadWrittenOpenApi } from '@understudy/inference';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inferred-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(text: string) {
  const file = join(folder, 'api.yaml');
  await writeFile(file, text);
  const { document, warnings } = await loadOpenApi(file);
  return {
    document,
    findings: warnings.findings.map(({ line, message }) => `${line}: ${message}`),
    contract: createContract('api', document),
  };
}

const head = `openapi: 3.0.1
info: {title: Untidy}
paths:
  /a/{id}:
    get:
      responses: {'200': {description: OK, content: {application/json; charset=utf-8: {schema: {$ref: '#/components/schemas/S'}}}}}
components:
  schemas:
    S:
`;

it.each([
  [
    'nullable',
    '{type: string, nullable: true, enum: [a]}',
    { type: ['string', 'null'], enum: ['a', null], 'x-understudy-null': true },
  ],
  [
    'a boolean exclusiveMinimum',
    '{type: integer, minimum: 1, exclusiveMinimum: true}',
    { type: 'integer', exclusiveMinimum: 1 },
  ],
  ['a quoted number', "{type: string, maxLength: '5'}", { type: 'string', maxLength: 5 }],
  ['a type that does not exist', '{type: float}', { type: 'number' }],
  ['unquoted enum values of a string', '{type: string, enum: [1.0, true]}', { type: 'string', enum: ['1.0', 'true'] }],
  [
    'a pattern with delimiters and flags',
    "{type: string, pattern: '/^yes$/i'}",
    { type: 'string', pattern: '^[yY][eE][sS]$' },
  ],
  [
    'a pattern that is invalid with the flag u',
    "{type: string, pattern: '^[\\w-.]+$'}",
    { type: 'string', pattern: '^[\\w\\-.]+$' },
  ],
  [
    'a property name pattern that is invalid with the flag u',
    "{type: object, patternProperties: {'^[\\w-.]+$': {type: string}}}",
    { type: 'object', patternProperties: { '^[\\w\\-.]+$': { type: 'string' } } },
  ],
  ['a pattern with needless escapes', "{type: string, pattern: '^a\\-b$'}", { type: 'string', pattern: '^a-b$' }],
  [
    'a pattern with needless and necessary escapes',
    "{type: string, pattern: '^\\[\\-[a-z\\-]\\]$'}",
    { type: 'string', pattern: '^\\[-[a-z\\-]\\]$' },
  ],
  [
    'a pattern in Python syntax',
    "{type: string, pattern: '\\A(?P<y>\\d+)\\z'}",
    { type: 'string', pattern: '^(?<y>\\d+)$' },
  ],
  ['an example', '{type: string, example: x}', { type: 'string', examples: ['x'] }],
])('converts %s to OpenAPI 3.1', async (_what, schema, expected) => {
  const { document, findings } = await load(`${head}      ${schema}\n`);
  expect(document.components?.['schemas']).toEqual({ S: expected });
  expect(findings).toEqual(['5: The parameter id of the path is not described; any string is accepted.']);
});

it.each([
  [
    'a default of another type',
    '{type: integer, default: none}',
    '9: The default "none" does not have the type "integer"; it is ignored.',
  ],
  [
    'a default outside its enum',
    '{type: string, enum: [a], default: b}',
    '9: The default "b" is not one of the enum values; it is ignored.',
  ],
  [
    'an invalid pattern',
    "{type: string, pattern: '('}",
    '9: The pattern "(" is not a valid ECMAScript regular expression; it is ignored.',
  ],
  ['an unresolvable reference', "{$ref: '#/components/schemas/T'}", /9|10: .*Cannot resolve/],
  [
    'a property that requires itself endlessly',
    "{type: object, required: [s], properties: {s: {$ref: '#/components/schemas/S'}}}",
    /s requires itself without end/,
  ],
])('ignores %s with a single warning', async (_what, schema, told) => {
  const { findings } = await load(`${head}      ${schema}\n`);
  const [, ...others] = findings.sort();
  expect([...others, ...findings].join('\n')).toMatch(told);
});

it('breaks the cycle between a base schema with oneOf and the subtypes that extend it', async () => {
  const { contract } = await load(`${head}      oneOf: [{$ref: '#/components/schemas/C'}]
      discriminator: {propertyName: kind, mapping: {c: '#/components/schemas/C'}}
      properties: {kind: {type: string}}
    C:
      allOf: [{$ref: '#/components/schemas/S'}, {type: object, properties: {n: {type: integer}}}]
`);
  const check = contract.validator('S');
  expect(check({ kind: 'c', n: 1 })).toEqual([]);
  expect(check({ kind: 'other' })).not.toEqual([]);
});

it('moves the oneOf alternative that can match alone to the front', async () => {
  const { contract } = await load(`${head}      oneOf: [{required: [a, b]}, {required: [a]}]\n`);
  const { S } = Object(contract.document.components?.schemas);
  expect(S).toMatchObject({ oneOf: [{ required: ['a'] }, { required: ['a', 'b'] }] });
});

it('loads OpenAPI 2.0 and rejects a document that is not OpenAPI', async () => {
  const { contract } = await load(`swagger: '2.0'
info: {title: Old, version: '1'}
basePath: /v2
paths:
  /pets: {post: {operationId: add, parameters: [{name: body, in: body, schema: {$ref: '#/definitions/Pet'}}], responses: {'201': {description: OK}}}}
definitions:
  Pet: {type: object, required: [name], properties: {name: {type: string}}}
`);
  const parts = { path: {}, query: new URLSearchParams(), headers: {}, mediaType: 'application/json', body: {} };
  expect(contract.operations.get('add')?.validateRequest(parts).findings).toMatchObject([{ pointer: '/body/name' }]);
  expect(contract.match('POST', '/v2/pets')).toMatchObject({ kind: 'operation' });
  await expect(load('asyncapi: 2.0.0')).rejects.toThrow('not a supported OpenAPI description');
});

it('resolves references to $defs and definitions, and YAML merge keys', async () => {
  const { contract, document, findings } = await load(`openapi: 3.1.0
info: {title: Pasted, version: '1'}
x-usual: &usual {'200': {description: OK}}
paths:
  /a: {get: {operationId: a, responses: {<<: *usual}}}
  /b: {get: {operationId: b, responses: {'200': {description: OK, content: {application/json: {schema: false}}}}}}
components:
  schemas:
    Order:
      type: object
      properties: {line: {$ref: '#/$defs/Line'}, next: {$ref: '#/definitions/Order'}}
      $defs: {Line: {type: object, required: [sku], properties: {sku: {type: string}}}}
`);
  expect(contract.validator('Order')({ line: {} })).toMatchObject([{ pointer: '/line/sku' }]);
  expect(contract.validator('Order')({ next: { line: {} } })).toMatchObject([{ pointer: '/next/line/sku' }]);
  expect(document.paths?.['/a']).toMatchObject({ get: { responses: { '200': { description: 'OK' } } } });
  expect(findings).toEqual(['6: The schema false matches no value; any value is accepted.']);
});

it('merges the properties that several allOf parts describe for one nested object', async () => {
  const { contract } = await load(`${head}      allOf:
        - {type: object, properties: {day: {type: object, properties: {limit: {type: integer}}}}}
        - {type: object, properties: {day: {type: object, properties: {count: {type: integer}}}, own: {type: object, properties: {a: {type: string}}}}}
`);
  const [operation] = contract.operations.values();
  const answer = (body: unknown) =>
    operation?.validateResponse({
      status: 200,
      headers: { 'content-type': 'application/json' },
      mediaType: 'application/json',
      empty: false,
      body,
    });
  expect(answer({ day: { limit: 1, count: 2 } })).toEqual([]);
  expect(answer({ day: { limit: 'x' } })).toHaveLength(1);
  expect(answer({ own: { b: 1 } })).toHaveLength(1);
});

it('accepts the properties of all allOf parts, even if each forbids additional properties', async () => {
  const { contract, findings } = await load(`${head}      allOf:
        - {$ref: '#/components/schemas/Base'}
        - {type: object, additionalProperties: false, properties: {own: {type: integer}}}
    Base: {type: object, additionalProperties: false, properties: {base: {type: string}}}
`);
  const validate = contract.validator('S');
  expect(validate({ base: 'x', own: 1 })).toEqual([]);
  expect(validate({ base: 1 })).toHaveLength(1);
  expect(contract.validator('Base')({ own: 1 })).toHaveLength(1);
  expect(findings).toContain('9: Each part of allOf forbids the members of the others, so the parts allow them.');
});

it('adds a schema for required properties without one, unless another allOf part has it', async () => {
  const { contract, document, findings } = await load(`${head}      type: object
      required: [own, other]
      properties: {own: {type: integer}, all: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {base: {type: string}}}]}}
    Base: {type: object, required: [base], properties: {more: {type: string}}}
`);
  const [operation] = contract.operations.values();
  const parts = { status: 200, headers: {}, mediaType: 'application/json', empty: false };
  expect(operation?.validateResponse({ ...parts, body: { own: 1, other: 'x' } })).toEqual([]);
  expect(operation?.validateResponse({ ...parts, body: { own: 1 } })).toHaveLength(1);
  expect(document.components?.['schemas']).toMatchObject({ Base: { properties: { more: { type: 'string' } } } });
  expect(contract.validator('Base')({ base: 1 })).toEqual([]);
  expect(findings).toContain('9: other is required, but not described; any value is accepted.');
});

it('generates an id for each operation without operationId', async () => {
  const get = "get: {responses: {'204': {description: OK}}}";
  const { contract } = await load(`openapi: 3.1.0
info: {title: Nameless, version: '1'}
paths:
  /a/{some_id}: {${get}}
  /b: {get: {operationId: getABySome_id, responses: {'204': {description: OK}}}}
  /a/by/{id}: {${get}}
`);
  const ids = [...contract.operations.keys()];
  expect(ids).toEqual(expect.arrayContaining(['getABySomeId', 'getABySome_id', 'getAByById']));
  expect(ids.filter((id) => !/^\w+$/.test(id))).toEqual([]);
});

it('warns about each unsupported feature, with its line', async () => {
  const { contract, findings } = await load(`openapi: 3.2.0
info: {title: Later, version: '1'}
security: [{who: []}]
paths:
  /a:
    query: {responses: {'200': {description: OK}}}
    additionalOperations:
      FETCH: {responses: {'200': {description: OK}}}
    parameters:
      - {name: rest, in: querystring, content: {application/json: {schema: {type: object}}}}
      - {name: '', in: header, schema: {type: string}}
    post:
      requestBody:
        content:
          application/xml: {schema: {type: object}}
          application/json: {schema: {type: object}}
      responses:
        '200':
          description: OK
          content:
            text/event-stream:
              itemSchema: {type: object}
            application/vnd.a+xml: {schema: {type: object}}
components:
  securitySchemes:
    who:
      type: oauth2
      flows:
        authorizationCode: {authorizationUrl: https://example.com/a, tokenUrl: https://example.com/t, scopes: {}}
        implicit: {authorizationUrl: https://example.com/a, scopes: {}}
    other:
      type: openIdConnect
      openIdConnectUrl: https://example.com/o
`);
  expect(findings).toEqual([
    '8: Node.js does not accept the method FETCH, so it is not served.',
    '10: Parameters in "querystring" are not read.',
    '15: application/xml is treated as text; its schema is not checked.',
    '30: The flow implicit is not served; any bearer token is accepted.',
    '33: The discovery document names the address of this server as issuer.',
    '11: A header parameter cannot be named ""; it is ignored.',
  ]);
  expect(contract.operations.values().next().value?.parameters).toEqual([]);
});

it.each([
  ['jsonSchemaDialect: https://json-schema.org/draft-07/schema', '1: Schemas are read as JSON Schema 2020-12'],
  ['paths: {"/a/{b}": {get: {parameters: [{name: b, in: path, style: shell}]}}}', '1: The style "shell" is not read'],
  ['components: {examples: {e: {externalValue: /e.json}}}', '1: externalValue is not fetched'],
  [
    'components: {requestBodies: {b: {content: {application/jsonl: {itemSchema: {}}}}}}',
    '1: application/jsonl is treated as text',
  ],
  [
    'components: {requestBodies: {b: {content: {application/json; v=1: {}, application/json; v=2: {}}}}}',
    '1: application/json; v=2 is the same media type as another application/json',
  ],
  ['components: {mediaTypes: {m: {itemEncoding: {}}}}', '1: itemEncoding is not applied'],
  [
    "paths: {'/#a=b': {get: {}}, '/#a=c': {get: {}}}",
    '1: The path /#a=c is served as /; its GET duplicates another operation',
  ],
])('warns about %s', async (part, expected) => {
  const { findings } = await load(`${part}\nopenapi: 3.2.0\ninfo: {title: Later, version: '1'}`);
  expect(findings).toContainEqual(expect.stringContaining(expected));
});

it('reads media type components, a default mapping and the servers of an operation', async () => {
  const { contract, findings } = await load(`openapi: 3.2.0
info: {title: Later, version: '1'}
paths:
  /a:
    post:
      operationId: send
      servers: [{url: https://files.example.com/own}]
      requestBody: {content: {application/json: {$ref: '#/components/mediaTypes/m'}}}
      responses: {'200': {description: OK}}
components:
  mediaTypes: {m: {schema: {oneOf: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/Any'}], discriminator: {propertyName: kind, defaultMapping: Any}}}}
  schemas: {One: {type: object, required: [one], properties: {one: {type: integer}}}, Any: {type: object, required: [any]}}
`);
  expect(findings).toEqual([]);
  const found = contract.match('POST', '/own/a');
  if (found.kind !== 'operation') throw new Error(found.kind);
  const parts = { path: {}, query: new URLSearchParams(), headers: {}, mediaType: 'application/json' };
  const check = (body: unknown) => found.operation.validateRequest({ ...parts, body }).findings.length;
  expect([check({ any: 1 }), check({ one: 1 }), check({ one: 'x' })]).toEqual([0, 0, expect.any(Number)]);
  expect(check({ one: 'x' })).toBeGreaterThan(0);
});

it('supports querystring parameters and additional operations of OpenAPI 3.2', async () => {
  const ok = "responses: {'200': {description: OK}}";
  const { contract, findings } = await load(`openapi: 3.2.0
$self: https://example.com/api.yaml
info: {title: Later, version: '1'}
tags: [{name: inner, parent: outer}, {name: outer}]
paths:
  /a:
    query: {operationId: ask, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {$ref: 'https://example.com/api.yaml#/components/schemas/Asked'}}}}], ${ok}}
    additionalOperations: {COPY: {operationId: copy, ${ok}}}
components: {schemas: {Asked: {type: object, required: [n], properties: {n: {type: integer}, by: {type: object, properties: {m: {type: integer}}}}}}}
`);
  expect(findings).toEqual([]);
  expect(contract.match('COPY', '/a')).toMatchObject({ operation: { operationId: 'copy' } });
  const ask = contract.match('QUERY', '/a');
  if (ask.kind !== 'operation') throw new Error(ask.kind);
  const input = (query: string) =>
    ask.operation.validateRequest({ path: {}, query: new URLSearchParams(query), headers: {} });
  expect(input('n=1&by[m]=2')).toMatchObject({ input: { query: { n: 1, by: { m: 2 } } }, findings: [] });
  expect(input('by[m]=2').findings).toMatchObject([{ ruleId: 'request/required-query' }]);
});

it('resolves a schema that refers to itself by $recursiveRef or $dynamicRef', async () => {
  const { contract } = await load(`openapi: 3.1.0
info: {title: Recursive, version: '1'}
components:
  schemas:
    A: {$recursiveAnchor: true, type: object, properties: {name: {type: string}, all: {items: {oneOf: [{type: string}, {$recursiveRef: '#'}]}}}}
    B: {$dynamicAnchor: node, properties: {name: {type: string}, one: {$dynamicRef: '#node'}}}
`);
  expect(contract.validator('A')({ all: ['a', { name: 'b' }] })).toEqual([]);
  expect(contract.validator('A')({ all: ['a', { name: 1 }] })).not.toEqual([]);
  expect(contract.validator('B')({ one: { name: 1 } })).toMatchObject([{ pointer: '/one/name' }]);
});

it('rejects a description that is nested more than 256 levels deep', async () => {
  const deep = `${'{"properties": {"a": '.repeat(200)}{}${'}}'.repeat(200)}`;
  await expect(load(`{"openapi": "3.1.0", "components": {"schemas": {"A": ${deep}}}}`)).rejects.toThrow('256 levels');
});

it('serves valid token URLs at their paths, but none under the control plane', async () => {
  const flows = ['/oauth/token', 'https://example.com/_sim/clock', '/~a/_sim', '/__proto__', 'no url', '/a/{b}'];
  const { contract } = await load(`openapi: 3.1.0
info: {title: Tokens, version: '1'}
paths: {}
components:
  securitySchemes:
${flows.map((url, index) => `    s${index}: {type: oauth2, flows: {clientCredentials: {tokenUrl: '${url}', scopes: {}}}}`).join('\n')}
`);
  expect([...contract.operations.keys()]).toEqual(['token /oauth/token']);
});

it('serves operations under each server URL and listed variable value, up to a limit', async () => {
  const { document } = await load(`
openapi: 3.0.3
info: {title: T, version: '1'}
servers:
  - url: https://{region}.example/{stage}/v{major}/
    variables: {region: {default: eu}, stage: {default: live, enum: [live, test]}, major: {default: 2, enum: [2, 3]}}
  - url: //other.example/second
  - url: /
paths:
  /items: {get: {responses: {'200': {description: d}}}}
  /own: {servers: [{url: /files}], get: {responses: {'200': {description: d}}}}
  /many:
    get:
      servers: [{url: '/{a}/{b}', variables: {a: {default: a, enum: [a, b, c, d, e]}, b: {default: a, enum: [a, b, c, d, e]}}}]
      responses: {'200': {description: d}}
`);
  const alsoAt = (path: string): unknown[] => Object(document.paths?.[path]).get['x-also-at'];
  expect(alsoAt('/items')).toEqual([
    '/live/v2/items',
    '/second/items',
    '/test/v2/items',
    '/live/v3/items',
    '/test/v3/items',
  ]);
  expect(alsoAt('/own')).toEqual(['/files/own']);
  expect([alsoAt('/many').length, alsoAt('/many')[0]]).toEqual([16, '/a/a/many']);
});

it('completes a description for a simulator, but loads it as written for validation', async () => {
  const file = join(folder, 'shared.yaml');
  await writeFile(
    file,
    `openapi: 3.0.1
info: {title: Shared}
paths:
  /pets:
    get:
      responses: {'200': {description: OK, content: {application/json: {schema: {type: array, minItems: 1, items: {type: string, nullable: true}}}}}}
    post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'404': {description: Not}}}
    put: {responses: {default: {description: Invented, x-understudy-invented: true}}}
components:
  securitySchemes:
    o: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {}}}}
`,
  );
  const [written, served] = [await loadWrittenOpenApi(file), await loadOpenApi(file)];
  const statuses = ({ document }: { document: OpenApiDocument }) =>
    Object.fromEntries([...createContract('api', document).operations].map(([id, each]) => [id, each.statuses]));
  expect(statuses(written)).toEqual({ getPets: ['200'], postPets: ['404'], putPets: [], 'token /token': [] });
  expect(statuses(served)).toEqual({
    ...{ getPets: ['200', '4XX'], postPets: ['200', '404', '4XX'] },
    ...{ putPets: ['default', '4XX'], 'token /token': ['200', '4XX'] },
  });
  const listOf = ({ document }: { document: OpenApiDocument }) =>
    Object(document.paths?.['/pets']).get.responses['200'].content['application/json'].schema;
  expect(listOf(written)).toEqual({ type: 'array', minItems: 1, items: { type: ['string', 'null'] } });
  expect(listOf(served)).not.toHaveProperty('minItems');
});
