import { type ApiContract, isObject, type Operation } from '@understudy/contract';
import { readResponses } from '../schema/described-response.js';
import { SchemaReader } from '../schema/flat-schema.js';

/**
 * The types of an API's operations in TypeScript, in the form of openapi-typescript: `components['schemas']` and
 * `operations`, which `OwnHandler` and `InputOf` read.
 */
export function generateTypes(contract: ApiContract): string {
  const { document, operations } = contract;
  const schemas = Object.entries(isObject(document.components?.['schemas']) ? document.components['schemas'] : {});
  const named = schemas.map(([name, schema]) => `    ${nameText(name)}: ${typeText(document, schema, 2)};`);
  const served = [...operations.values()].map((operation) => operationText(contract, operation));
  return [
    '// Made by "understudy types" from the description; do not change it by hand.',
    '',
    'export interface components {',
    '  schemas: {',
    ...named,
    '  };',
    '}',
    '',
    'export interface operations {',
    ...served,
    '}',
    '',
  ].join('\n');
}

function operationText({ document }: ApiContract, operation: Operation): string {
  const item = document.paths?.[operation.path];
  const node: unknown = isObject(item) ? item[operation.method.toLowerCase()] : undefined;
  const places = (['path', 'query', 'header'] as const).map((place) => {
    const parameters = operation.parameters.filter((each) => each.in === place);
    const members = parameters.map(
      ({ name, required, schema }) => `${nameText(name)}${required ? '' : '?'}: ${typeText(document, schema, 4)};`,
    );
    return `      ${place}: ${members.length === 0 ? 'Record<string, never>' : `{ ${members.join(' ')} }`};`;
  });
  const { requestBody } = operation;
  const content = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    // A handler gets parsed JSON for every JSON media type.
    const name = type.includes('json') ? 'application/json' : type;
    return [name, `${nameText(name)}: ${typeText(document, schema ?? {}, 4)};`] as const;
  });
  const body =
    requestBody === undefined
      ? 'requestBody?: never;'
      : `requestBody${requestBody.required ? '' : '?'}: { content: { ${[...new Map(content).values()].join(' ')} } };`;
  const responses = readResponses(document, isObject(node) ? node : {}).map(({ key, content: answers }) => {
    const types = [...answers].map(([type, { schema }]) => {
      const name = type.includes('json') || type.startsWith('*') ? 'application/json' : type;
      return [name, `${nameText(name)}: ${typeText(document, schema ?? {}, 4)};`] as const;
    });
    return `${/^\d+$/.test(key) ? key : nameText(key)}: ${types.length === 0 ? '{ content?: never }' : `{ content: { ${[...new Map(types).values()].join(' ')} } }`};`;
  });
  return [
    `  ${nameText(operation.operationId)}: {`,
    '    parameters: {',
    ...places,
    '    };',
    `    ${body}`,
    '    responses: {',
    ...responses.map((line) => `      ${line}`),
    '    };',
    '  };',
  ].join('\n');
}

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns a schema as a type. Anything that TypeScript cannot express becomes `unknown`. */
function typeText(document: unknown, schema: unknown, depth: number): string {
  if (!isObject(schema)) return schema === false ? 'never' : 'unknown';
  const parts: string[] = [];
  if (typeof schema['$ref'] === 'string') parts.push(referenceText(document, schema['$ref'], depth));
  if ('const' in schema) return literalText(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literalText));
  for (const list of [schema['oneOf'], schema['anyOf']]) {
    if (Array.isArray(list)) parts.push(union(list.map((each) => typeText(document, each, depth))));
  }
  if (Array.isArray(schema['allOf'])) parts.push(...schema['allOf'].map((each) => typeText(document, each, depth)));
  const own = ownText(document, schema, depth);
  if (own !== undefined) parts.push(own);
  const known = [...new Set(parts.filter((each) => each !== 'unknown'))];
  if (known.length === 0) return 'unknown';
  return known.length === 1 ? (known[0] ?? 'unknown') : known.map(enclosed).join(' & ');
}

/** Returns the type of a schema's own keywords, or undefined. */
function ownText(document: unknown, schema: Record<string, unknown>, depth: number): string | undefined {
  const { type, properties, items, additionalProperties } = schema;
  const types: unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const isObjectLike = types.includes('object') || isObject(properties);
  const isArrayLike = types.includes('array') || (types.length === 0 && items !== undefined);
  const said = types.flatMap((each) => plain[String(each)] ?? []);
  if (isArrayLike) said.push(`readonly ${enclosed(typeText(document, items ?? {}, depth))}[]`);
  if (isObjectLike) said.push(objectText(document, properties, schema['required'], additionalProperties, depth));
  return said.length === 0 ? undefined : union(said);
}

function objectText(document: unknown, properties: unknown, required: unknown, others: unknown, depth: number): string {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const pad = '  '.repeat(depth + 1);
  const members = Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
    // The server generates it, so a request need not have it.
    const isGiven =
      needed.includes(name) &&
      !(isObject(property) && (property['readOnly'] === true || property['writeOnly'] === true));
    return `${pad}${nameText(name)}${isGiven ? '' : '?'}: ${typeText(document, property, depth + 1)};`;
  });
  if (members.length > 0) return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`;
  return isObject(others) ? `Record<string, ${typeText(document, others, depth)}>` : 'Record<string, unknown>';
}

function referenceText(document: unknown, reference: string, depth: number): string {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
  const target = new SchemaReader(document).target(reference);
  if (name === undefined) return depth > 12 ? 'unknown' : typeText(document, target, depth + 1);
  return target === undefined
    ? 'unknown'
    : `components['schemas'][${literalText(decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))}]`;
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.length === 0 || all.includes('unknown')
    ? 'unknown'
    : all.length === 1
      ? (all[0] ?? 'unknown')
      : all.map(enclosed).join(' | ');
}

function enclosed(type: string): string {
  return /^[\w.[\]']+$/.test(type) || /^\{[\s\S]*\}$/.test(type) || /^Record<[^<>]*>$/.test(type) ? type : `(${type})`;
}

function nameText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
}

function literalText(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return typeof value === 'object' && value !== null ? 'unknown' : String(value);
}
