import { type ApiContract, isObject, kebabCase, type Operation, redactedMark, uniqueName } from '@understudy/contract';
import { effectOfOperation, isTokenRequest } from '../arazzo/effects.js';
import {
  type ArazzoDocument,
  type Criterion,
  type Effect,
  effectNames,
  type FailureAction,
  type Step,
  type Workflow,
} from '../arazzo/model.js';
import { type HarEntry, readHar } from '../drift/har.js';
import { pointerToken } from '../expressions/json-pointer.js';
import { redactBody } from '../recording/redact-body.js';
import { createRedactor, type Redactor } from '../redactor.js';
import { type BodyFile, RecordingError } from './body-of-call.js';
import { foldPolls, type PolledCall, retryCriteria } from './fold-polls.js';
import { Inputs } from './inputs.js';
import { type RecordedCall, recordedCalls } from './recorded-call.js';
import { RequestValues } from './request-values.js';
import { isSecretName } from './secret-names.js';
import { stepOfCall } from './step-of-call.js';
import { ValueLinks } from './value-links.js';

export interface RecordScenarioOptions {
  /** The text of an HTTP archive, of a journal or of any other tool. */
  readonly har: string;
  readonly contracts: ReadonlyMap<string, ApiContract>;
  /** Base URLs of the APIs, where their paths begin; any host when absent. */
  readonly baseUrls?: readonly string[] | undefined;
  /** Only calls of these APIs; those that give out tokens, and the control plane, come along. */
  readonly apis?: readonly string[] | undefined;
  /** Only the last entries, as many as given. */
  readonly last?: number | undefined;
  /** Only entries from this instant on, in milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly workflowId: string;
  /** What inputs are by default, by name: `clientSecret` for one. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** Paths, from the scenario, of files that were sent, by the number of the entry. */
  readonly files?: Readonly<Record<number, string>> | undefined;
  /** Where a description lies, from the scenario. */
  urlOf(source: string): string;
}

/** A scenario made of recorded calls. */
export interface RecordedScenario {
  readonly document: ArazzoDocument;
  /** Bodies that it takes from files beside it. */
  readonly files: readonly BodyFile[];
  /** What was left out, a sentence each. */
  readonly notes: readonly string[];
  /** The operations that its steps call. */
  readonly called: readonly Operation[];
}

/**
 * Makes an Arazzo workflow of recorded calls, the same one of the same recording: values of answers that come back in
 * later requests become outputs, secrets and tenants become inputs, equal questions in a row become one that is asked
 * again, and what the answers said becomes the criteria. The claims are left to the one who records.
 *
 * @throws InvalidArchiveError when the text is not one
 * @throws RecordingError when nothing in it calls an API, or a call cannot be made a step
 */
export async function recordScenario(options: RecordScenarioOptions): Promise<RecordedScenario> {
  const { contracts, workflowId, defaults = {}, files: given = {} } = options;
  const { entries, seed = 'empty' } = readHar(options.har);
  const redactor = createRedactor();
  for (const entry of entries) learnFrom(entry, redactor);
  const { calls, notes } = selectCalls(entries, options);
  if (calls.length === 0)
    throw new RecordingError(
      'Nothing in the recording calls an operation of the APIs; check --api, --last, --since and --base-url',
    );
  const links = new ValueLinks();
  const inputs = new Inputs();
  const values = new RequestValues({ links, inputs, defaults, redactor });
  const tokens = new Map<string, { step: Step; api: string }>();
  const making = { contracts, links, values, files: given, name: workflowId, tokenFor };
  const files: BodyFile[] = [];
  const made: { step: Step; call: PolledCall }[] = [];
  const names = new Set<string>();
  const seeding = seed === 'empty' || seed === 'custom' ? [] : [seedStep(seed)];
  for (const { stepId } of seeding) names.add(stepId);
  if (seed === 'custom')
    notes.push('the sandbox has data of its own, which the scenario lacks: add steps that send them.');
  for (const call of calls) {
    const stepId = uniqueName(kebabCase(call.operation.operationId), names);
    const { step, files: further } = await stepOfCall(call, stepId, making);
    for (const { name, bytes } of further) {
      const safe = redactBody(bytes, undefined, redactor.text);
      files.push({ name, bytes: safe });
      if (safe.length !== bytes.length) notes.push(`${name} has ${redactedMark} for secrets that were sent in it.`);
    }
    const startedBefore = made.some((one) => one.call.operation.extensions['x-starts-job'] === true);
    const again = startedBefore || call.before.length > 0 ? retryAction(call) : {};
    made.push({ step: { ...step, successCriteria: criteriaOfAnswer(call, { links, values }), ...again }, call });
    links.said([step.parameters, step.requestBody?.payload, Object.values(call.path)]);
    links.brought(stepId, call.answer, call.entry.responseHeaders);
  }
  const steps = made.map(({ step }) => withOutputs(step, links.outputsOf(step.stepId)));
  const sources = new Set([
    ...seeding.map(() => 'control'),
    ...made.map(({ call }) => call.operation.api),
    ...[...tokens.values()].map(({ api }) => api),
  ]);
  const inputSchema = inputs.schema();
  redactor.known(steps);
  const workflow: Workflow = {
    workflowId,
    summary: 'Say what the steps show.',
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

/** The step that fills the sandbox of the run as that of the recording was. */
function seedStep(seed: string): Step {
  return {
    stepId: 'seed-sandbox',
    operationId: '$sourceDescriptions.control.seedSandbox',
    requestBody: { contentType: 'application/json', payload: { seed } },
    successCriteria: [{ condition: '$statusCode == 200' }],
  };
}

/** A secret of one entry may come again in another. */
function learnFrom(
  { url, requestHeaders, requestBody, responseHeaders, responseBody }: HarEntry,
  { text, headers }: Redactor,
) {
  text(url);
  headers(requestHeaders);
  headers(responseHeaders);
  for (const body of [requestBody, responseBody]) if (body !== undefined) redactBody(body, undefined, text);
}

function selectCalls(all: readonly HarEntry[], { contracts, baseUrls, apis, last, since }: RecordScenarioOptions) {
  const entries = all.filter(({ startedAt }) => since === undefined || Date.parse(startedAt ?? '') >= since);
  const { calls, notes } = recordedCalls(entries, contracts, baseUrls);
  const wanted = calls.filter(
    ({ operation }) => apis === undefined || ['control', 'identity', ...apis].includes(operation.api),
  );
  return { calls: foldPolls(last === undefined ? wanted : wanted.slice(-last)), notes };
}

/** Repeats a read that did not give the recorded answer yet: while it answers as before it, or whatever it answers. */
function retryAction(call: PolledCall): { onFailure?: FailureAction[] } {
  if (call.operation.method !== 'GET') return {};
  const criteria = retryCriteria(call);
  const again: FailureAction = { name: 'askAgain', type: 'retry', retryAfter: 0.25, retryLimit: 240 };
  return { onFailure: [criteria.length === 0 ? { ...again, retryLimit: 40 } : { ...again, criteria }] };
}

function withOutputs(step: Step, outputs: Record<string, string>): Step {
  return Object.keys(outputs).length === 0 ? step : { ...step, outputs };
}

/** The least harmless of what recorded calls do to the data of an API. */
function effectsOf(calls: readonly RecordedCall[]): Effect {
  const effects = calls.flatMap(({ operation }) => (operation.api === 'control' ? [] : effectOfOperation(operation)));
  return effectNames[Math.max(0, ...effects.map((effect) => effectNames.indexOf(effect)))] ?? 'read';
}

/** A word of a fixed set, as the states of jobs and the codes of problems are; no prose, no id. */
const word = /^[A-Za-z]+([_-][A-Za-z]+)*$/;
const maxWords = 5;

/** What must hold for an answer: its status, its fixed words and booleans, and the ids that were known before. */
function criteriaOfAnswer(
  { entry, answer }: RecordedCall,
  { links, values }: { links: ValueLinks; values: RequestValues },
): Criterion[] {
  const members = isObject(answer) ? Object.entries(answer) : [];
  const conditions = members.flatMap(([name, value]) => {
    const place = `$response.body#/${pointerToken(name)}`;
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
 * The step that gets a token for an API whose calls carry one that the recording does not show.
 *
 * @returns undefined where the API's tokens are not got by client credentials
 */
function tokenStep(
  { operation }: RecordedCall,
  contracts: ReadonlyMap<string, ApiContract>,
  inputs: Inputs,
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
