import { type ApiContract, isObject, type Operation, resolveReference } from '@understudy/contract';
import type { WebhookPolicy } from '@understudy/kernel';
import { bodyOf, type DescribedResponse, readResponses, responseFor, successes } from '../schema/described-response.js';
import { Schemas } from '../schema/flat-schema.js';
import { schemaOfExample } from '../schema/schema-of-example.js';
import { type Directions, readDirections } from './directions.js';
import { shapeOf } from './words.js';

/** An operation as inference looks at it. */
export interface Surveyed {
  readonly operation: Operation;
  readonly node: Readonly<Record<string, unknown>>;
  readonly responses: readonly DescribedResponse[];
  readonly shape: string;
  readonly directions: Directions;
  /** Schema of the body of its first success, or undefined. */
  readonly answers: unknown;
  readonly hasBody: boolean;
  /** Schema of the request body, JSON first. */
  readonly takes: unknown;
}

/** All operations of a description, by the shape of their path and by method. */
export interface Survey {
  readonly schemas: Schemas;
  readonly all: readonly Surveyed[];
  readonly byShape: ReadonlyMap<string, ReadonlyMap<string, Surveyed>>;
  /** Common to all webhooks. */
  readonly webhookPolicy: Partial<WebhookPolicy>;
  /** Seeds of collections by name. */
  readonly seed: Directions['seed'];
}

/** Reads what inference needs of every operation. @throws ContractError for an `x-understudy` that is not right */
export function survey(contract: ApiContract): Survey {
  const { document } = contract;
  const schemas = new Schemas(document);
  const byShape = new Map<string, Map<string, Surveyed>>();
  const all: Surveyed[] = [];
  const { 'x-understudy': said }: { 'x-understudy'?: unknown } = Object(document);
  const names = ['webhookPolicy', 'seed', 'idempotency', 'etag', 'rateLimit'];
  const { webhookPolicy: ofAll = {}, seed, ...conventions } = readDirections(said, 'the description', names);
  for (const operation of contract.operations.values()) {
    const item = resolveReference(document, document.paths?.[operation.path]);
    const node = item?.[operation.method.toLowerCase()];
    if (!isObject(node)) continue;
    const responses = readResponses(document, node);
    const body = bodyOf(responseFor(responses, successes(responses)[0] ?? 200));
    const shape = shapeOf(operation.path);
    const ofPath = readDirections(item?.['x-understudy'], operation.path);
    const own = readDirections(node['x-understudy'], operation.operationId);
    const webhookPolicy = { ...ofAll, ...ofPath.webhookPolicy, ...own.webhookPolicy };
    const surveyed: Surveyed = {
      operation,
      node,
      responses,
      shape,
      directions: { ...conventions, ...ofPath, ...own, webhookPolicy },
      answers: body?.type.includes('json') || body?.type === '*/*' ? schemaOf(schemas, body) : undefined,
      hasBody: body !== undefined,
      takes: takenBy(operation),
    };
    all.push(surveyed);
    const methods = byShape.get(shape) ?? new Map<string, Surveyed>();
    byShape.set(shape, methods);
    if (!methods.has(operation.method)) methods.set(operation.method, surveyed);
  }
  return { schemas, all, byShape, webhookPolicy: ofAll, seed };
}

/** The schema of a body, or one derived from its example if it has no members. */
function schemaOf(schemas: Schemas, { schema, examples }: Pick<Body, 'schema' | 'examples'>): unknown {
  const flat = schemas.flat(schema);
  const [example] = examples.values();
  const isBare = flat.properties.size === 0 && flat.items === undefined && flat.alternatives.length === 0;
  return isBare && flat.open && typeof example === 'object' && example !== null
    ? schemaOfExample(example)
    : (schema ?? {});
}

type Body = NonNullable<ReturnType<typeof bodyOf>>;

/** The schema of the request body if that is an object in JSON or a form. */
function takenBy({ requestBody }: Operation): unknown {
  const types = Object.keys(requestBody?.content ?? {});
  const type =
    types.find((each) => each.includes('json') && !each.includes('patch')) ??
    types.find((each) => each.includes('json')) ??
    types.find((each) => each.includes('form'));
  return type === undefined ? undefined : (requestBody?.content[type]?.schema ?? {});
}
