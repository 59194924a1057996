import { isSecretHeader, type JsonSchema, membersOf, mergePatch, type OpenApiDocument } from '@understudy/contract';
import { valuesByPosition } from '@understudy/described';
import {
  type BehaviorModel,
  listPathParameters,
  type OperationStatement,
  type ResourceStatement,
  type ResponseStatement,
} from '@understudy/model';
import { groupBy } from './count-values.js';
import { readPathParameters } from './find-paths.js';
import type { LearnedResponses } from './learn-cases.js';
import type { LearnedWebhook } from './learn-entity-behavior.js';
import type { LearnedBehavior } from './learn-http-conventions.js';
import { mergeSchema } from './merge-schema.js';
import type { ObservedOperation, RecordedOperation } from './observe-recording.js';
import { type RecordedExchange, readMediaType } from './recorded-exchange.js';

/** What was learned about one operation. */
export interface LearnedOperation {
  readonly observed: ObservedOperation;
  readonly responses: LearnedResponses;
  /** The name of its resource. */
  readonly resource?: string | undefined;
  readonly behaviors: readonly LearnedBehavior[];
}

type Node = Record<string, unknown>;

/** Creates the behavior model of the learned operations, for the root of a description. */
function modelNode(learnt: readonly LearnedOperation[]): Node {
  // Only the conditions and templates of responses use remembered values.
  const hasCases = learnt.some(({ responses: { cases } }) => cases.length > 0);
  const operations = learnt.flatMap((each) => {
    const statement = statementOf(each, hasCases);
    return Object.keys(statement).length === 0 ? [] : [[each.observed.operation.id, statement] as const];
  });
  const responses = learnt.flatMap(({ observed: { operation }, responses: { cases } }) =>
    cases.length === 0 ? [] : [[operation.id, nameCases(cases)] as const],
  );
  const [http] = learnt.flatMap(({ behaviors }) => behaviors.flatMap((each) => each.http ?? []));
  const model: BehaviorModel = {
    ...(http === undefined ? {} : { http }),
    resources: mergeAll<Record<string, ResourceStatement>>([
      ...learnt.flatMap(({ behaviors }) =>
        behaviors.flatMap(({ resources }) => (resources === undefined ? [] : [resources])),
      ),
      ...learnt.map(lifecycleOf),
    ]),
    operations: Object.fromEntries(operations),
    responses: Object.fromEntries(responses),
  };
  const stated = Object.entries(model).filter(([, part]) => Object.keys(part).length > 0);
  return stated.length === 0 ? {} : { 'x-understudy': { understudy: 1, ...Object.fromEntries(stated) } };
}

function mergeAll<Part extends object>(parts: readonly Part[]): Part {
  return parts.reduce((all, each) => mergePatch(all, each) as Part, {} as Part);
}

function statementOf(
  { responses: { cases }, behaviors, observed: { remembers } }: LearnedOperation,
  hasCases: boolean,
): OperationStatement {
  const statements = behaviors.flatMap(({ statement }) => statement ?? []);
  const sends = statements.flatMap((each) => each.sends ?? []);
  return {
    ...mergeAll<OperationStatement>(statements),
    ...(sends.length === 0 ? {} : { sends }),
    ...(cases.length === 0 ? {} : { lenient: true }),
    ...(remembers.length === 0 || !hasCases
      ? {}
      : { remembers: remembers.map((position) => position.replaceAll('.*', '[]')) }),
  };
}

/** Names the responses so that the names preserve their order. */
function nameCases(cases: LearnedResponses['cases']): Record<string, ResponseStatement> {
  return Object.fromEntries(cases.map((each, index) => [`case ${index + 1}`, each]));
}

function lifecycleOf({ behaviors, resource }: LearnedOperation): Record<string, ResourceStatement> {
  const transitions = behaviors.flatMap(({ transition }) => transition ?? []);
  const [first] = transitions;
  if (first === undefined || resource === undefined) return {};
  const named = transitions.map(({ from, to, after }) => [to, { from, to, after }]);
  return {
    [resource]: { lifecycle: { member: first.member, initial: first.from, transitions: Object.fromEntries(named) } },
  };
}

/** Writes the learned webhooks as the `webhooks` member of a description. */
function webhooksNode(webhooks: readonly LearnedWebhook[]): Node {
  const operations = webhooks.map(({ name, bodies }) => {
    const content = { 'application/json': { schema: mergeSchema(bodies) } };
    return [name, { post: { requestBody: { content }, responses: { '200': { description: 'Received' } } } }] as const;
  });
  return operations.length === 0 ? {} : { webhooks: Object.fromEntries(operations) };
}

/** Creates an OpenAPI description of everything that a recording shows. */
export function describeRecording(
  learnt: readonly LearnedOperation[],
  { title, origin, webhooks = [] }: { title: string; origin: string; webhooks?: readonly LearnedWebhook[] },
): OpenApiDocument {
  const schemes = new Map<string, Node>();
  const paths: Record<string, Node> = {};
  const names = namesInPaths(learnt);
  for (const each of learnt) {
    const { operation } = each.observed;
    const node = operationNode(each, schemes, names);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: node };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: 'Derived from a recording.' },
    servers: [{ url: origin }],
    paths,
    ...webhooksNode(webhooks),
    ...modelNode(learnt),
    ...(schemes.size === 0 ? {} : { components: { securitySchemes: Object.fromEntries(schemes) } }),
  };
}

/** Lists the values of the parameters in recorded paths. */
function namesInPaths(learnt: readonly LearnedOperation[]): Set<string> {
  return new Set(
    learnt.flatMap(({ observed: { operation } }) =>
      operation.exchanges.flatMap(({ path }) => Object.values(readPathParameters(operation.path, path))),
    ),
  );
}

function operationNode(each: LearnedOperation, schemes: Map<string, Node>, names: ReadonlySet<string>): Node {
  const { operation } = each.observed;
  const { exchanges } = operation;
  const successes = exchanges.filter(({ entry }) => entry.status < 400);
  const security = securityOf(successes, schemes);
  const refused = exchanges.filter(({ entry }) => entry.status >= 400);
  const body = successes.length === 0 ? requestBodyOf(refused) : requestBodyOf(successes, refused);
  return {
    operationId: operation.id,
    ...(security === undefined ? {} : { security }),
    parameters: parametersFor(operation, successes),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(exchanges, names),
  };
}

/** Headers that a description does not list as parameters. */
const reserved = /^(?:content-type|accept|authorization|prefer|if-.*|idempotency-key|content-.*|expect|range)$/;

function parametersFor({ path, exchanges }: RecordedOperation, successes: readonly RecordedExchange[]): Node[] {
  const used = exchanges.map(({ query, entry }) => valuesByPosition({ query, headers: entry.requestHeaders }));
  const names = new Set(
    used.flatMap((positions) => [...positions.keys()].filter((position) => position.split('.').length === 2)),
  );
  const others = [...names].flatMap((position): Node[] => {
    const [place = '', name = ''] = position.split('.');
    if (place === 'headers' && (reserved.test(name) || isSecretHeader(name))) return [];
    const values = successes.flatMap(
      ({ query, entry }) => (place === 'query' ? query : entry.requestHeaders)[name] ?? [],
    );
    return [{ name, in: place === 'headers' ? 'header' : place, schema: textSchema(values) }];
  });
  return [
    ...listPathParameters(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...others,
  ];
}

/** Returns the schema of a parameter, which is sent as a string. */
function textSchema(values: readonly string[]): JsonSchema {
  if (values.length > 2 && values.every((value) => /^-?\d{1,15}$/.test(value))) return { type: 'integer' };
  if (values.length > 2 && values.every((value) => /^(?:true|false)$/.test(value))) return { type: 'boolean' };
  return { type: 'string' };
}

/** @param refused rejected requests, whose extra members are described if responses to other requests contain them */
function requestBodyOf(
  exchanges: readonly RecordedExchange[],
  refused: readonly RecordedExchange[] = [],
): Node | undefined {
  const sent = exchanges.filter(({ entry }) => entry.requestBody !== undefined && entry.requestBody.length > 0);
  const types = groupBy(sent, ({ entry }) => readMediaType(entry.requestHeaders) ?? '*/*');
  if (types.size === 0) return undefined;
  const content = [...types].map(([type, own]) => {
    const bodies = own.map(({ body }) => body);
    const isRead = type !== '*/*' && bodies.every((body) => body !== undefined);
    const schema = withShown(loosened(mergeSchema(bodies, { hasEnums: false }), bodies.length), own, refused);
    return [type, isRead ? { schema } : {}] as const;
  });
  return { required: sent.length === exchanges.length && !types.has('*/*'), content: Object.fromEntries(content) };
}

/** Adds the members of rejected requests that appear in responses. */
function withShown(
  schema: JsonSchema,
  accepted: readonly RecordedExchange[],
  refused: readonly RecordedExchange[],
): JsonSchema {
  const properties = membersOf(membersOf(schema)['properties']);
  const shown = new Set(accepted.flatMap(({ answer }) => Object.keys(membersOf(answer))));
  const more = refused.flatMap(({ body }) =>
    Object.entries(membersOf(body)).filter(([name]) => shown.has(name) && !Object.hasOwn(properties, name)),
  );
  if (more.length === 0) return schema;
  const added = more.map(([name, value]) => [name, mergeSchema([value, null], { hasEnums: false })] as const);
  return { ...membersOf(schema), properties: { ...properties, ...Object.fromEntries(added) } };
}

/** Members that only a few requests had are optional. The learned cases reject the same requests as the recording. */
function loosened(schema: JsonSchema, count: number): JsonSchema {
  if (count >= 3) return schema;
  const { required: _, ...rest }: { required?: unknown } = membersOf(schema);
  return rest;
}

function responsesOf(exchanges: readonly RecordedExchange[], names: ReadonlySet<string>): Node {
  const byStatus = [...groupBy(exchanges, ({ entry }) => entry.status)].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    byStatus.map(([status, own]) => {
      const answered = own.filter(({ answer }) => answer !== undefined);
      const byType = groupBy(answered, ({ answerType }) => answerType ?? 'application/json');
      const content = [...byType].map(
        ([type, each]) =>
          [
            type,
            {
              schema: mergeSchema(
                each.map(({ answer }) => answer),
                { names },
              ),
            },
          ] as const,
      );
      const description = `Seen ${own.length} times`;
      const hasLinks = own.some(({ entry }) => /rel="?next/.test(entry.responseHeaders['link'] ?? ''));
      const headers = hasLinks ? { headers: { Link: { schema: { type: 'string' } } } } : {};
      const bodies = content.length === 0 ? {} : { content: Object.fromEntries(content) };
      return [status, { description, ...headers, ...bodies }];
    }),
  );
}

/** Returns the security schemes of successful requests, without any secrets. */
function securityOf(successes: readonly RecordedExchange[], schemes: Map<string, Node>): Node[] | undefined {
  const found = successes.map(({ entry: { requestHeaders } }) => {
    const [, scheme] = /^(Bearer|Basic)\s/i.exec(requestHeaders['authorization'] ?? '') ?? [];
    if (scheme !== undefined) return scheme.toLowerCase();
    return Object.keys(requestHeaders).find(
      (name) => name !== 'cookie' && name !== 'authorization' && isSecretHeader(name),
    );
  });
  const [first] = found;
  if (first === undefined || found.some((each) => each !== first)) return undefined;
  const isScheme = first === 'bearer' || first === 'basic';
  schemes.set(first, isScheme ? { type: 'http', scheme: first } : { type: 'apiKey', in: 'header', name: first });
  return [{ [first]: [] }];
}

/** Creates an Overlay with everything in a recording that the description omits. */
export function createRecordingOverlay(
  learnt: readonly LearnedOperation[],
  { title, document, webhooks }: { title: string; document: OpenApiDocument; webhooks: readonly LearnedWebhook[] },
): Node {
  const names = namesInPaths(learnt);
  const actions = learnt.flatMap((each) => {
    const { path, method, exchanges } = each.observed.operation;
    const target = `$.paths['${path.replaceAll("'", "\\'")}'].${method.toLowerCase()}`;
    const described = membersOf(membersOf(document.paths?.[path])[method.toLowerCase()]);
    const statuses = Object.entries(membersOf(described['responses'])).flatMap(([status, response]) =>
      membersOf(response)['x-understudy-added'] === true ? [] : status,
    );
    const missing = Object.entries(responsesOf(exchanges, names)).filter(
      ([status]) =>
        !statuses.some((one) => one === status || one === 'default' || one.toUpperCase() === `${status[0]}XX`),
    );
    return missing.length === 0 ? [] : [{ target, update: { responses: Object.fromEntries(missing) } }];
  });
  const update = { ...webhooksNode(webhooks), ...modelNode(learnt) };
  const ofDocument = Object.keys(update).length === 0 ? [] : [{ target: '$', update }];
  return { overlay: '1.0.0', info: { title: `Learnt: ${title}`, version: '1' }, actions: [...actions, ...ofDocument] };
}
