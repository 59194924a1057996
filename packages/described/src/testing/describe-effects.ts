import { describeText } from './serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const time = { type: ['string', 'null'], format: 'date-time' };
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
export const object = (properties: Schema) => ({ type: 'object', properties });
export const one = (...values: string[]) => ({ type: 'string', enum: values });
const answer = (name: string, status = 200) => ({
  [status]: { description: 'It', ...json({ $ref: `#/components/schemas/${name}` }) },
});

export interface Domain {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The method and path of the operation, and the members of its request. */
  readonly at: string;
  readonly method?: string;
  readonly sent?: Schema;
  readonly status?: number;
  readonly tags?: readonly Schema[];
  /** The collections that have a creation. Default: all. */
  readonly made?: readonly string[];
  /** The response, if it is not a record, and the query parameters. */
  readonly answers?: Schema;
  readonly asked?: Schema;
}

/** Infers the model of the collections and of one operation with this description. */
export async function modelOf(
  { schemas, at, method = 'post', sent = {}, status = 200, tags, made, answers, asked = {} }: Domain,
  said: string,
) {
  const names = Object.keys(schemas);
  const collections = names.map((name) => [
    [
      `/${name}`,
      {
        get: {
          operationId: `list_${name}`,
          responses: {
            200: { description: 'All', ...json({ type: 'array', items: { $ref: `#/components/schemas/${name}` } }) },
          },
        },
        ...(made?.includes(name) !== false && {
          post: { operationId: `add_${name}`, requestBody: json(object({ name: text })), responses: answer(name, 201) },
        }),
      },
    ],
    [`/${name}/{id}`, { get: { operationId: `get_${name}`, responses: answer(name) } }],
  ]);
  const keys = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
  const query = Object.entries(asked).map(([name, schema]) => ({ name, in: 'query', required: true, schema }));
  const own = at.split('/')[1] ?? '';
  const operation = {
    ...{ operationId: 'act', description: said, parameters: [...keys, ...query] },
    ...(Object.keys(sent).length === 0 ? {} : { requestBody: json(object(sent)) }),
    responses: answers === undefined ? answer(own, status) : { [status]: { description: 'It', ...json(answers) } },
  };
  const paths = Object.fromEntries(collections.flat()) as Record<string, Schema>;
  const { writeModel } = await describeText('domain', {
    ...{ openapi: '3.1.0', info: { title: 'Domain', version: '1' }, tags },
    paths: { ...paths, [at]: { ...paths[at], [method]: operation } },
    components: { schemas: Object.fromEntries(names.map((name) => [name, object(schemas[name] ?? {})])) },
  });
  return writeModel().full;
}

/** Lists the operation's effects on other records. */
export async function effectsOf(domain: Domain, said: string) {
  return Object.values((await modelOf(domain, said)).operations?.['act']?.then ?? {});
}

/** Lists the values that the operation sets in its own record. */
export async function setsOf(domain: Domain, said: string): Promise<Schema> {
  const { operations, resources } = await modelOf(domain, said);
  const transitions = Object.values(resources?.[domain.at.split('/')[1] ?? '']?.lifecycle?.transitions ?? {});
  return Object.assign({}, operations?.['act']?.set, ...transitions.map(({ set }) => set)) as Schema;
}
