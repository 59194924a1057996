import { isObject } from '@understudy/contract';
import type { ApiPlan, BehaviorNames, Resource, SchemaReader } from '@understudy/model';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

interface Planned {
  readonly plan: Pick<ApiPlan, 'operations' | 'resources'>;
  /** The resources before changes by a person. */
  readonly inferred: ReadonlyMap<string, Resource>;
  /** The names of the resources that operations use. */
  readonly used: ReadonlySet<string | undefined>;
}

/** Lists the names that the statements of a model can use. */
export function listBehaviorNames(
  { all, schemas }: OperationSurvey,
  document: unknown,
  { plan, inferred, used }: Planned,
): BehaviorNames {
  const resources = [...plan.resources.values()];
  const sent = new Map<string | undefined, readonly (readonly [string, unknown])[]>();
  for (const { operation, takes } of all) {
    const { resource } = plan.operations.get(operation.operationId) ?? {};
    sent.set(resource?.name, [...(sent.get(resource?.name) ?? []), ...schemas.chosen(takes).properties]);
  }
  return {
    schemas,
    requests: new Map(all.map((each) => [each.operation.operationId, requestOf(schemas, each)])),
    writable: new Map(resources.map((each) => [each.name, ownMembers(each, inferred, sent.get(each.name))])),
    webhooks: listWebhooks(all, document),
    resources: new Map(resources.filter(({ name }) => used.has(name)).map(({ name, schema }) => [name, schema])),
    operations: new Set(all.map(({ operation }) => operation.operationId)),
  };
}

/** Returns the members of records that their schema omits: members of requests, and the inferred key. */
function ownMembers(
  { shape, writable }: Resource,
  inferred: ReadonlyMap<string, Resource>,
  sent: Iterable<readonly [string, unknown]> = [],
): ReadonlyMap<string, unknown> {
  const { key, keySchema } = inferred.get(shape) ?? {};
  const own: readonly (readonly [string, unknown])[] = key === undefined ? [] : [[key.split('.')[0] ?? key, keySchema]];
  const known = [...writable].filter(([, schema]) => schema !== undefined);
  return new Map([...sent, ...known, ...own]);
}

/**
 * Returns the schemas of the request parts that an expression can read. A body with alternatives can have any member.
 */
function requestOf(schemas: SchemaReader, { operation, takes }: SurveyedOperation) {
  const inPlace = (place: string) => {
    const found = operation.parameters.filter((each) => each.in === place);
    const properties = Object.fromEntries(found.map(({ name, schema }) => [name, schema ?? {}]));
    return { type: 'object', properties, additionalProperties: false };
  };
  const isOne = takes !== undefined && schemas.flat(takes).alternatives.length === 0;
  return {
    path: inPlace('path'),
    query: inPlace('query'),
    ...(takes === undefined ? {} : { body: isOne ? takes : {} }),
  };
}

/** Lists the names of the webhooks and callbacks in a description. */
function listWebhooks(all: readonly SurveyedOperation[], document: unknown): ReadonlySet<string> {
  const { webhooks }: { webhooks?: unknown } = isObject(document) ? document : {};
  const callbacks = all.map(({ node }) => node['callbacks']);
  return new Set([webhooks, ...callbacks].flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
}
