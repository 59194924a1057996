import { createSender, describeText, serveDescribed } from './serve-described.js';

export const text = { type: 'string' };
export const list = (items: object) => ({ type: 'array', items });
export const object = (properties: object) => ({ type: 'object', properties });
export const json = (schema: object) => ({ content: { 'application/json': { schema } } });
export const answers = (schema: object) => ({ 200: { description: 'Done', ...json(schema) } });
export const inPath = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ in: 'path', name, required: true, schema: text })),
});

/** Serves the given paths, and returns a function that sends requests to them. */
export async function servePaths(name: string, paths: object) {
  const info = { title: name, version: '1' };
  const { api } = await describeText(name, { openapi: '3.1.0', info, paths });
  return createSender(await serveDescribed(api));
}

/** Describes the creation, list and read operations of a collection. */
export function collection(name: string, record: object, sent: object = record) {
  return {
    [`/${name}`]: {
      post: { operationId: `create_${name}`, requestBody: json(sent), responses: answers(record) },
      get: { operationId: `list_${name}`, responses: answers(object({ [name]: list(record) })) },
    },
    [`/${name}/{id}`]: {
      ...inPath('id'),
      get: { operationId: `get_${name}`, responses: { ...answers(record), 404: { description: 'Unknown' } } },
    },
  };
}
