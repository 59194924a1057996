import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ApiContract, createContract, type OpenApiDocument, type OperationInput } from '@understudy/contract';
import { describeNotModified } from '@understudy/inference';
import {
  type ApiAction,
  type ApiSetting,
  defineAction,
  type HandlerContext,
  httpSettings,
  type RequestCondition,
  type Simulator,
} from '@understudy/kernel';
import {
  type ApiPlan,
  type BehaviorModel,
  type CompiledExpression,
  compileCondition,
  DescriptionWarnings,
  defaultWebhookPolicy,
} from '@understudy/model';
import { BodyGenerator } from './answer/body-generator.js';
import { createErrorBody } from './answer/create-error-body.js';
import { nameError } from './answer/name-error.js';
import { sayError, stateErrorBody } from './answer/stated-errors.js';
import { type AnyCustomHandler, type CustomParts, collectHandlers } from './custom-parts.js';
import { inferredErrors } from './errors.js';
import { explainBehavior } from './explain-behavior.js';
import type { ApiRuntime } from './handle/api-runtime.js';
import { authenticateRequest } from './handle/authenticate-request.js';
import { BehaviorSession } from './handle/behavior/behavior-session.js';
import { findMissingRight } from './handle/behavior/operation-needs.js';
import { createEditableResources } from './handle/editable-resources.js';
import { indexMembers } from './handle/entity-collection.js';
import { EntityStore, splitParents } from './handle/entity-store.js';
import { followChanges } from './handle/events/record-changes.js';
import { bodyLimits } from './handle/fields.js';
import { serveOperation } from './handle/serve-operation.js';
import { localeSetting, securitySetting, webhookUrlSetting } from './handle/settings.js';
import { createTransitionTimerHandler } from './handle/timed-transitions.js';
import { issueToken } from './handle/token-endpoint.js';
import { triggerAction } from './handle/trigger.js';
import { type GivenModels, inferWithModel, listOperationsWithEtag } from './infer-with-model.js';
import { acceptInvalidRequest } from './memory/accept-invalid-request.js';
import { applySeed } from './seed/apply-seed.js';
import { seedOnFirstUse } from './seed/fill-collection.js';
import { createRecordGenerator } from './seed/generated-records.js';
import { maxSeededRecords, toCollectionName } from './seed/seed-data.js';

/** Handles HEAD as a GET without a body, unless the description contains HEAD. */
function matchMethod({ match }: ApiContract, method: string, path: string): ReturnType<ApiContract['match']> {
  const found = match(method, path);
  if (found.kind !== 'wrong-method') return found;
  const hasHead = found.allow.includes('GET');
  if (method === 'HEAD' && hasHead) return match('GET', path);
  return { ...found, allow: [...new Set([...found.allow, ...(hasHead ? ['HEAD'] : []), 'OPTIONS'])].sort() };
}

/** Maximum time in milliseconds for which validating a value with a costly schema can block other requests. */
const timeoutMs = 50;

/**
 * Creates the simulator of an API from its description.
 *
 * @param document a result of `loadOpenApi`
 * @param warnings receives unsupported parts that are found while the API is served
 * @param own custom parts that replace inferred ones, and a listener for each new plan
 * @throws RangeError if a handler does not match an operation
 * @throws ContractError if a statement of the behavior model is invalid
 */
export function createInferredSimulator(
  name: string,
  document: OpenApiDocument,
  warnings = new DescriptionWarnings(document),
  own: CustomParts & GivenModels & { readonly onPlan?: (plan: ApiPlan) => void } = {},
): { simulator: Simulator; plan: ApiPlan; contract: ApiContract } {
  describeNotModified(document, listOperationsWithEtag(document, own));
  const contract = own.contract ?? createContract(name, document, (finding) => warnings.take(finding), timeoutMs);
  const plan = inferWithModel(contract, own);
  own.onPlan?.(plan);
  const bodies = new BodyGenerator(plan, warnings);
  const isLenient = (id: string) => plan.behavior.operations.get(id)?.statement.lenient === true;
  // Learned responses also cover invalid requests: a recording shows which ones a service rejects, and how.
  const lenient = new Map(
    [...plan.operations.values()].flatMap(({ operation }) =>
      isLenient(operation.operationId) ? [[operation, acceptInvalidRequest(operation)]] : [],
    ),
  );
  const operations = new Map([...contract.operations].map(([id, each]) => [id, lenient.get(each) ?? each]));
  const match: ApiContract['match'] = (method, path) => {
    const found = matchMethod(contract, method, path);
    if (found.kind !== 'operation') return found;
    return { ...found, operation: lenient.get(found.operation) ?? found.operation };
  };
  const resourcesByName = new Map([...plan.resources.values()].map((each) => [each.name, each]));
  // Resources at several paths can have the same name. They share one collection.
  for (const resource of plan.resources.values()) {
    const { references, unique } = plan.behavior.resources.get(resource.name) ?? { references: [], unique: [] };
    indexMembers(resource, {
      references: references.map(({ member }) => member),
      unique: unique.map(({ members }) => members),
    });
  }
  for (const name of plan.behavior.changes.keys()) {
    const resource = resourcesByName.get(name);
    if (resource !== undefined) followChanges(resource);
  }
  const webhookPolicy = own.webhookPolicy ?? defaultWebhookPolicy;
  const served: ApiRuntime = { plan, bodies, resourcesByName, webhookPolicy };
  seedOnFirstUse(served);
  const timer = createTransitionTimerHandler(served);
  const handlers = collectHandlers(own, plan.operations.keys());
  const tokenEndpoint: AnyCustomHandler = (input, context, inferred) =>
    issueToken(document, { input, context, inferred: () => inferred(input, context) });
  const handled: Record<string, Simulator['operations'][string]> = {};
  for (const [id, each] of plan.operations) {
    const serve = (input: OperationInput, context: HandlerContext) =>
      serveOperation({ served, plan: each, input, context });
    const isToken = each.operation.extensions['x-understudy-token'] !== undefined;
    const handler: AnyCustomHandler | undefined =
      handlers.get(id) ?? (isToken && !isLenient(id) ? tokenEndpoint : undefined);
    handled[id] =
      handler === undefined ? serve : (input, context) => handler(input, context, async (...own) => serve(...own));
  }
  const simulator: Simulator = {
    name,
    contract: { ...contract, operations, match },
    operations: handled,
    bodyLimits,
    readsForms: true,
    refusals: { ...inferredErrors, ...own.refusals },
    jobs: {},
    records: createEditableResources(served, contract),
    actions: { trigger: triggerAction(served), seed: exportSeed(served) },
    generatedRecords: createRecordGenerator(served),
    async seed(data, { scopes, now, ids }) {
      const input = { scopes, at: now.toISOString(), salt: data === undefined ? '' : ids.next('seed') };
      if (data !== undefined) await applySeed(served, contract, data, input);
    },
    settings: Object.fromEntries(
      applyStatedSettings(
        [webhookUrlSetting, securitySetting, localeSetting, ...Object.values(httpSettings), ...(own.settings ?? [])],
        plan.model,
      ).map((each) => [each.name, each]),
    ),
    timers: { [timer.name]: timer.run },
    explain: () => explainBehavior(plan),
    withDescription: (changed) => createInferredSimulator(name, changed, warnings, own).simulator,
    compileCondition: createConditionCompiler(served),
    readModel: () => ({ ...plan.writeReadableModel(), ...(plan.model.because && { because: plan.model.because }) }),
    withModel: (changes) => createInferredSimulator(name, document, warnings, { ...own, changes }).simulator,
    admit: (operation, credentials, admission) => {
      const { operationId } = operation;
      const admitted = authenticateRequest(document, operation, credentials, admission, plan.model.http?.keys);
      if (!isLenient(operationId)) return admitted;
      const responses = plan.behavior.responses.get(operationId) ?? [];
      if (credentials.headers['authorization'] === undefined && !responses.some(({ status }) => status === 401))
        return admitted;
      return Promise.resolve(admitted).then((each) => (each !== undefined && 'refused' in each ? undefined : each));
    },
    permit: (request, context) => findMissingRight(served, request, context),
    envelope: (refusal, { operationId, now }) => {
      if (refusal.status < 300) return { mediaType: 'text/plain', body: undefined };
      const named = nameError(plan.behavior, operationId, refusal);
      const ofOperation = operationId === undefined ? undefined : plan.operations.get(operationId);
      const said = sayError(plan.behavior, refusal, { operationId, now, named });
      const envelope = createErrorBody(bodies, ofOperation, said, { now, baseUrl: 'http://localhost' });
      return stateErrorBody(plan.behavior, said, envelope, now);
    },
  };
  return { simulator, plan, contract };
}

/** Maximum number of compiled conditions in memory. */
const mostKept = 200;

/**
 * Returns a function that compiles expressions on requests and on the records of an API.
 *
 * @throws ContractError from that function if the text is not an expression or contains unknown names
 */
function createConditionCompiler(served: ApiRuntime): (text: string) => RequestCondition {
  const { schemas } = served.plan;
  const resources = new Map([...served.resourcesByName].map(([name, { schema }]) => [name, schema]));
  const known = new Map<string, CompiledExpression>();
  return (text) => {
    const compiled = known.get(text) ?? compileCondition(text, { schemas, resources });
    if (known.size >= mostKept) known.clear();
    known.set(text, compiled);
    return async (request, context) => {
      const session = new BehaviorSession({ served, context, request: { ...request } });
      await session.prepare(compiled.uses.resources);
      return session.evaluate(compiled, {});
    };
  };
}

/** Exports all records as a seed, including records that are generated on first use. */
function exportSeed(served: ApiRuntime): ApiAction {
  const generated = createRecordGenerator(served);
  return defineAction({
    summary: 'Returns the stored records by collection, as a seed',
    input: { type: 'object', properties: {} },
    async run(_input, context) {
      const data: Record<string, unknown[]> = Object.create(null);
      let left = maxSeededRecords;
      for (const resource of served.plan.resources.values()) {
        await generated.fill(EntityStore.nameOf(resource), context);
        for (const { parents, fields } of await new EntityStore(context, resource, []).list(true)) {
          const name = toCollectionName(resource, splitParents(parents));
          left -= 1;
          if (left >= 0) data[name] = [...(data[name] ?? []), fields];
        }
        await nextTurn();
      }
      return { data: { ...data }, omitted: Math.max(0, -left) };
    },
  });
}

type Statements = Pick<BehaviorModel, 'http' | 'time'>;

/** Setting values by the word that a model uses. */
const words: Readonly<Record<string, string>> = { on: 'enforced', strict: 'enforced', refuse: 'refused' };

/** Applies the setting values in the model as defaults of new sandboxes. */
function applyStatedSettings<Value>(
  settings: readonly ApiSetting<Value>[],
  { http = {}, time = {} }: Statements,
): readonly ApiSetting<Value>[] {
  const stated = new Map<string, unknown>([
    [securitySetting.name, wordOf(http.security)],
    [httpSettings.unknownIds.name, wordOf(http.unknownIds)],
    [httpSettings.required.name, wordOf(http.required)],
    [httpSettings.formats.name, wordOf(http.formats)],
    [httpSettings.parameters.name, http.parameters],
    [localeSetting.name, time.locale],
  ]);
  return settings.map((each) => {
    const value = stated.get(each.name);
    return value !== undefined && each.accepts(value) ? { ...each, value } : each;
  });
}

function wordOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (words[value] ?? value);
}
