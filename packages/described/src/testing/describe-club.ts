type Schema = Readonly<Record<string, unknown>>;
type Responses = Readonly<Record<string, string>>;

/** The variable parts of a collection in a club description. */
export interface ClubCollection {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Members that creation requests omit. */
  readonly readOnly?: readonly string[];
  /** Descriptions of error responses, by status. */
  readonly onCreate?: Responses;
  readonly onDelete?: Responses;
  /** Descriptions of the creation and the deletion of a record. */
  readonly creation?: string;
  readonly deletion?: string;
  readonly list?: { readonly description?: string; readonly parameters?: readonly Schema[] };
}

/** Describes an API with top-level collections, each with operations to list, create, read, replace and delete. */
export function describeClub(collections: Readonly<Record<string, ClubCollection>>, more: Schema = {}) {
  const entries = Object.entries(collections);
  return {
    openapi: '3.1.0',
    info: { title: 'Club', version: '1' },
    paths: { ...Object.fromEntries(entries.flatMap(([name, each]) => pathsOf(name, each))), ...more },
    components: { schemas: Object.fromEntries(entries.flatMap(([name, each]) => schemasOf(name, each))) },
  };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });
const error = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
};

function refusals(described: Responses = {}) {
  return Object.fromEntries(
    Object.entries(described).map(([status, description]) => [status, { description, content: json(error) }]),
  );
}

function pathsOf(
  name: string,
  { onCreate, onDelete, creation, deletion, list = {} }: ClubCollection,
): [string, unknown][] {
  const record = { $ref: `#/components/schemas/${name}` };
  const created = { $ref: `#/components/schemas/New-${name}` };
  const key = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const missing = { '404': { description: 'Not found', content: json(error) } };
  const requestBody = { required: true, content: json(created) };
  const all = { description: 'All', content: json({ type: 'array', items: record }) };
  return [
    [
      `/${name}`,
      {
        get: { operationId: `list-${name}`, ...list, responses: { '200': all } },
        post: {
          operationId: `create-${name}`,
          description: creation,
          requestBody,
          responses: { '201': { description: 'Made', content: json(record) }, ...refusals(onCreate) },
        },
      },
    ],
    [
      `/${name}/{id}`,
      {
        parameters: [key],
        get: {
          operationId: `get-${name}`,
          responses: { '200': { description: 'One', content: json(record) }, ...missing },
        },
        put: {
          operationId: `replace-${name}`,
          requestBody,
          responses: { '200': { description: 'New', content: json(record) }, ...missing },
        },
        delete: {
          operationId: `delete-${name}`,
          description: deletion,
          responses: { '204': { description: 'Gone' }, ...missing, ...refusals(onDelete) },
        },
      },
    ],
  ];
}

function schemasOf(name: string, { properties, required = [], readOnly = [] }: ClubCollection): [string, unknown][] {
  const sent = Object.fromEntries(Object.entries(properties).filter(([member]) => !readOnly.includes(member)));
  const id = { type: 'string', readOnly: true };
  return [
    [name, { type: 'object', required: ['id', ...required], properties: { id, ...properties } }],
    [`New-${name}`, { type: 'object', required: required.filter((each) => each in sent), properties: sent }],
  ];
}
