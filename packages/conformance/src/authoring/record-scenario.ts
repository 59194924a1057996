import {
  type ApiContract,
  isObject,
  joinPointer,
  type Operation,
  redactedText,
  reserveUniqueName,
  toKebabCase,
} from '@understudy/contract';
import { classifyOperationEffect, isTokenRequest } from '../arazzo/effects.js';
import {
  type ArazzoDocument,
  type Criterion,
  effectNames,
  type FailureAction,
  type OperationEffect,
  type Step,
  type Workflow,
} from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { locateHeader } from '../causes/locate-schema.js';
import { type HarEntry, readHar } from '../drift/har.js';
import { redactBody } from '../recording/redact-body.js';
import { createRedactor, type Redactor } from '../redactor.js';
import {
  createRetryCriteria,
  foldPolls,
  matchRecordedCalls,
  type PolledCall,
  type RecordedCall,
} from './recorded-call.js';
import { RequestValueWriter } from './request-value-writer.js';
import { isSecretName } from './secret-names.js';
import { type BodyFile, RecordingError } from './to-request-body.js';
import { toStep } from './to-step.js';
import { ValueLinks } from './value-links.js';
import { WorkflowInputs } from './workflow-inputs.js';

export interface RecordScenarioOptions {
  /** The text of an HTTP archive. */
  readonly har: string;
  readonly contracts: ContractsByApi;
  /** Base URLs of the APIs. If absent, any host matches. */
  readonly baseUrls?: readonly string[] | undefined;
  /** Limits the scenario to calls to these APIs, token endpoints and the control plane. */
  readonly apis?: readonly string[] | undefined;
  /** Limits the scenario to this many entries from the end. */
  readonly last?: number | undefined;
  readonly workflowId: string;
  /** Default values of inputs by name, such as `clientSecret`. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** True if the archive contains pseudonyms instead of secrets, which can therefore be default values of inputs. */
  readonly isClean?: boolean | undefined;
  /** Paths of sent files by entry number, relative to the scenario. */
  readonly files?: Readonly<Record<number, string>> | undefined;
  /** The path of a description, relative to the scenario. */
  urlOf(source: string): string;
}

export interface RecordedScenario {
  readonly document: ArazzoDocument;
  readonly files: readonly BodyFile[];
  /** A sentence for each call or value that was left out. */
  readonly notes: readonly string[];
  readonly called: readonly Operation[];
}

/**
 * Creates an Arazzo workflow from recorded calls. The result is deterministic. Response values that later requests send
 * become outputs. Secrets and tenants become inputs. Polls become one step with retries, and responses become criteria.
 * The user adds the claims.
 *
 * @throws InvalidArchiveError when the text is not an archive
 * @throws RecordingError when no call matches an API, or a call cannot become a step
 */
export async function recordScenario(options: RecordScenarioOptions): Promise<RecordedScenario> {
  const { contracts, workflowId, defaults = {}, files: given = {}, isClean = false } = options;
  const { entries, seed = 'empty' } = readHar(options.har);
  const redactor = createRedactor();
  if (!isClean) for (const entry of entries) learnFrom(entry, redactor);
  const { calls, notes } = selectCalls(entries, options);
  const noCall = 'No request in the recording matches an operation of these APIs';
  if (calls.length === 0) throw new RecordingError(`${noCall}; check --api, --last and --base-url`);
  const links = new ValueLinks();
  const inputs = new WorkflowInputs();
  const values = new RequestValueWriter({ links, inputs, defaults, ...(isClean ? {} : { redactor }) });
  const tokens = new Map<string, { step: Step; api: string }>();
  const making = { contracts, links, values, files: given, name: workflowId, tokenFor, isClean };
  const files: BodyFile[] = [];
  const made: { step: Step; call: PolledCall }[] = [];
  const names = new Set<string>();
  const seeding = seed === 'empty' || seed === 'custom' ? [] : [seedStep(seed)];
  for (const { stepId } of seeding) names.add(stepId);
  if (seed === 'custom') notes.push('the sandbox contains data that the scenario does not send; add steps for it.');
  for (const call of calls) {
    const stepId = reserveUniqueName(toKebabCase(call.operation.operationId), names);
    const { step, files: further } = await toStep(call, stepId, making);
    for (const { name, bytes } of further) {
      const safe = isClean ? bytes : redactBody(bytes, undefined, redactor.text);
      files.push({ name, bytes: safe });
      if (safe.length !== bytes.length) notes.push(`${name} contains ${redactedText} in place of secrets.`);
    }
    const startedBefore = made.some((one) => one.call.operation.extensions['x-starts-job'] === true);
    const again = startedBefore || call.before.length > 0 ? retryAction(call) : {};
    made.push({ step: { ...step, successCriteria: criteriaOfAnswer(call, { links, values }), ...again }, call });
    links.said([step.parameters, step.requestBody?.payload, Object.values(call.path)]);
    links.brought(stepId, call.answer, documentedHeaders(call, contracts.get(call.operation.api)));
  }
  const steps = made.map(({ step }): Step => {
    const outputs = links.outputsOf(step.stepId);
    return Object.keys(outputs).length === 0 ? step : { ...step, outputs };
  });
  const sources = new Set([
    ...seeding.map(() => 'control'),
    ...made.map(({ call }) => call.operation.api),
    ...[...tokens.values()].map(({ api }) => api),
  ]);
  const inputSchema = inputs.schema();
  redactor.known(steps);
  const workflow: Workflow = {
    workflowId,
    summary: 'Describe what the steps prove.',
    'x-claims': [],
    'x-effects': effectsOf(calls),
    ...(inputSchema === undefined ? {} : { inputs: inputSchema }),
    steps: [...seeding, ...[...tokens.values()].map(({ step }) => step), ...steps],
  };
  const api = made.map(({ call }) => call.operation.api).find((name) => name !== 'identity' && name !== 'control');
  const document: ArazzoDocument = {
    arazzo: '1.0.1',
    info: { title: `Recorded: ${workflowId}`, version: '1.0.0' },
    ...(api === undefined ? {} : { 'x-api': api }),
    sourceDescriptions: [...sources].sort().map((name) => ({ name, url: options.urlOf(name), type: 'openapi' })),
    workflows: [workflow],
  };
  return { document, files, notes: notes.map(redactor.text), called: made.map(({ call: { operation } }) => operation) };

  function tokenFor(call: RecordedCall): string {
    const known = tokens.get(call.operation.api) ?? tokenStep(call, contracts, inputs, defaults);
    if (known === undefined) return inputs.declare('accessToken');
    tokens.set(call.operation.api, known);
    names.add(known.step.stepId);
    return `$steps.${known.step.stepId}.outputs.accessToken`;
  }
}

/** Returns only the documented headers of a response, because other servers can omit the rest. */
function documentedHeaders({ entry, operation }: RecordedCall, contract: ApiContract | undefined) {
  const isDocumented = (name: string) =>
    contract === undefined || locateHeader(contract, operation, entry.status, name) !== undefined;
  return Object.fromEntries(Object.entries(entry.responseHeaders).filter(([name]) => isDocumented(name)));
}

/** Returns the step that gives the sandbox the same seed as the recorded one. */
function seedStep(seed: string): Step {
  return {
    stepId: 'seed-sandbox',
    operationId: '$sourceDescriptions.control.seedSandbox',
    requestBody: { contentType: 'application/json', payload: { seed } },
    successCriteria: [{ condition: '$statusCode == 200' }],
  };
}

function learnFrom(
  { url, requestHeaders, requestBody, responseHeaders, responseBody }: HarEntry,
  { text, headers }: Redactor,
) {
  text(url);
  headers(requestHeaders);
  headers(responseHeaders);
  for (const body of [requestBody, responseBody]) if (body !== undefined) redactBody(body, undefined, text);
}

function selectCalls(all: readonly HarEntry[], { contracts, baseUrls, apis, last }: RecordScenarioOptions) {
  const { calls, notes } = matchRecordedCalls(all, contracts, baseUrls);
  const wanted = calls.filter(
    ({ operation }) => apis === undefined || ['control', 'identity', ...apis].includes(operation.api),
  );
  return { calls: foldPolls(last === undefined ? wanted : wanted.slice(-last)), notes };
}

/** Retries a read until it returns the recorded response. */
function retryAction(call: PolledCall): { onFailure?: FailureAction[] } {
  if (call.operation.method !== 'GET') return {};
  const criteria = createRetryCriteria(call);
  const again: FailureAction = { name: 'askAgain', type: 'retry', retryAfter: 0.25, retryLimit: 240 };
  return { onFailure: [criteria.length === 0 ? { ...again, retryLimit: 40 } : { ...again, criteria }] };
}

/** Returns the most harmful effect that the recorded calls have on an API's data. */
function effectsOf(calls: readonly RecordedCall[]): OperationEffect {
  const effects = calls.flatMap(({ operation }) =>
    operation.api === 'control' ? [] : classifyOperationEffect(operation),
  );
  return effectNames[Math.max(0, ...effects.map((effect) => effectNames.indexOf(effect)))] ?? 'read';
}

/** A word that looks like an enum value, such as a job status or an error code. */
const word = /^[A-Za-z]+([_-][A-Za-z]+)*$/;
const maxWords = 5;

/** Returns the criteria for a response: its status, enum-like words, booleans, and known ids. */
function criteriaOfAnswer(
  { entry, answer }: RecordedCall,
  { links, values }: { links: ValueLinks; values: RequestValueWriter },
): Criterion[] {
  const members = isObject(answer) ? Object.entries(answer) : [];
  const conditions = members.flatMap(([name, value]) => {
    const place = `$response.body#${joinPointer('', name)}`;
    if (!/^[\w.-]+$/.test(name) || isSecretName(name)) return [];
    if (typeof value === 'boolean') return [`${place} == ${value}`];
    if (typeof value !== 'string' || values.isSecret(name) || values.isSecret(value)) return [];
    if (word.test(value)) return [`${place} == '${value}'`];
    const known = links.expressionFor(value);
    return known?.startsWith('$') ? [`${place} == ${known}`] : [];
  });
  return [`$statusCode == ${entry.status}`, ...conditions.slice(0, maxWords)].map((condition) => ({ condition }));
}

/**
 * Creates a step that gets a token for an API, because the recording does not contain one.
 *
 * @returns undefined for an API without client credentials
 */
function tokenStep(
  { operation }: RecordedCall,
  contracts: ContractsByApi,
  inputs: WorkflowInputs,
  defaults: Readonly<Record<string, unknown>>,
): { step: Step; api: string } | undefined {
  const scopes = operation.security.flatMap((requirement) => Object.values(requirement).flat());
  const api = 'identity';
  const request = [...(contracts.get(api)?.operations.values() ?? [])].find(isTokenRequest);
  if (scopes.length === 0 || request === undefined) return undefined;
  const payload = {
    grant_type: 'client_credentials',
    client_id: inputs.declare('clientId', defaults.clientId),
    client_secret: inputs.declare('clientSecret', defaults.clientSecret),
    scope: inputs.declare('scope', scopes.join(' ')),
  };
  const step: Step = {
    stepId: `token-${operation.api}`,
    operationId: `$sourceDescriptions.${api}.${request.operationId}`,
    requestBody: { contentType: 'application/x-www-form-urlencoded', payload },
    successCriteria: [{ condition: '$statusCode == 200' }],
    outputs: { accessToken: '$response.body#/access_token' },
  };
  return { step, api };
}
