import { type ApiContract, isObject, membersOf, type Operation, resolveReference } from '@understudy/contract';
import {
  type DescribedResponse,
  findJsonBody,
  findResponse,
  inferSchema,
  listSuccessStatuses,
  readResponses,
  refuseDirections,
  refuseInner,
  refuseOtherThanModel,
  SchemaReader,
} from '@understudy/model';
import type { Purpose } from '../words/purposes.js';
import { findPlainPlaces } from './plain-paths.js';

export interface SurveyedOperation {
  readonly operation: Operation;
  readonly node: Readonly<Record<string, unknown>>;
  readonly responses: readonly DescribedResponse[];
  /** The equivalent path shape and method, without verbs and versions. */
  readonly shape: string;
  readonly method: string;
  /** The effect of the verb in its path, if the equivalent path omits it. */
  readonly purpose?: Purpose;
  /** Schema of the first success response body, or undefined. */
  readonly answers: unknown;
  readonly hasBody: boolean;
  /** Schema of the request body, preferably the JSON one. */
  readonly takes: unknown;
}

/** All operations of a description, by path shape and method. */
export interface OperationSurvey {
  readonly schemas: SchemaReader;
  readonly all: readonly SurveyedOperation[];
  readonly byShape: ReadonlyMap<string, ReadonlyMap<string, SurveyedOperation>>;
}

/**
 * Reads the parts of every operation that inference needs.
 * @throws ContractError for an invalid `x-understudy`
 */
export function surveyOperations(contract: ApiContract): OperationSurvey {
  const { document } = contract;
  const schemas = new SchemaReader(document);
  const byShape = new Map<string, Map<string, SurveyedOperation>>();
  const all: SurveyedOperation[] = [];
  const { 'x-understudy': given }: { 'x-understudy'?: unknown } = membersOf(document);
  refuseOtherThanModel(given);
  const places = findPlainPlaces([...contract.operations.values()]);
  for (const operation of contract.operations.values()) {
    const item = resolveReference(document, document.paths?.[operation.path]);
    const node = item?.[operation.method.toLowerCase()];
    if (!isObject(node)) continue;
    const responses = readResponses(document, node);
    const body = findJsonBody(findResponse(responses, listSuccessStatuses(responses)[0] ?? 200));
    const place = places.get(operation) ?? { shape: operation.path, method: operation.method };
    const { shape, method } = place;
    refuseDirections(item?.['x-understudy'], operation.path);
    refuseDirections(node['x-understudy'], operation.operationId, operation.operationId);
    const surveyed: SurveyedOperation = {
      operation,
      node,
      responses,
      ...place,
      answers: body?.type.includes('json') || body?.type === '*/*' ? schemaOf(schemas, body) : undefined,
      hasBody: body !== undefined,
      takes: takenBy(operation),
    };
    all.push(surveyed);
    const methods = byShape.get(shape) ?? new Map<string, SurveyedOperation>();
    byShape.set(shape, methods);
    if (!methods.has(method)) methods.set(method, surveyed);
  }
  refuseInner(document);
  return { schemas, all, byShape };
}

/** Returns the schema of a body, or a schema derived from its example if it has no members. */
function schemaOf(schemas: SchemaReader, { schema, examples }: Pick<Body, 'schema' | 'examples'>): unknown {
  const flat = schemas.flat(schema);
  const [example] = examples.values();
  const isBare = flat.properties.size === 0 && flat.items === undefined && flat.alternatives.length === 0;
  return isBare && flat.open && typeof example === 'object' && example !== null ? inferSchema(example) : (schema ?? {});
}

type Body = NonNullable<ReturnType<typeof findJsonBody>>;

/** Returns the schema of the request body: an object in JSON or a form, or otherwise a string. */
function takenBy({ requestBody }: Operation): unknown {
  const types = Object.keys(requestBody?.content ?? {});
  const type =
    types.find((each) => each.includes('json') && !each.includes('patch')) ??
    types.find((each) => each.includes('json')) ??
    types.find((each) => each.includes('form')) ??
    types.find((each) => each.startsWith('text/'));
  return type === undefined ? undefined : (requestBody?.content[type]?.schema ?? {});
}
