import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createInProcessTarget,
  formatScenario,
  type HarEntry,
  loadScenarios,
  RecordingError,
  recordScenario,
  runScenarios,
  type Workflow,
  type WorkflowResult,
} from '@understudy/conformance';
import { type ApiContract, type DocumentGap, stringifyJson, toKebabCase, writeYaml } from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import { formatEvidence, listStatements } from '@understudy/learning';
import { startSimulators } from '../start-simulators.js';
import type { LearnedRecording } from './learn-recording.js';
import { createLearnedApi, hasActions, startLearnedApi } from './serve-learned-api.js';

/** Maximum number of scenarios, and of recorded steps per scenario. */
const [mostScenarios, mostSteps] = [20, 40];
/** Maximum number of a scenario's expectations that can be omitted because the learned API does not meet them. */
const mostOmitted = 12;

interface DraftedScenarios {
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/**
 * Creates the files of a learned API, by path.
 *
 * @param url path of the description, relative to the scenario folder
 */
export async function createLearnedFiles(
  name: string,
  { learnt, contract, agreements, seed, notes: given }: LearnedRecording,
  {
    entries,
    url,
    description,
  }: { readonly entries: readonly HarEntry[]; readonly url: string; readonly description?: string | undefined },
): Promise<{ files: Map<string, string>; notes: readonly string[] }> {
  const api = await createLearnedApi(learnt.file, description);
  const started = await startLearnedApi(api, seed);
  await started.simulators.close();
  const scenarios = await draftScenarios(entries, { contract, url, api });
  const notes = [...given, ...scenarios.notes];
  const statements = listStatements(learnt.operations);
  const files = new Map<string, string>();
  if ('document' in learnt.file) files.set('openapi.yaml', await writeYaml(learnt.file.document));
  else if (hasActions(learnt.file.overlay)) files.set('overlay.yaml', await writeYaml(learnt.file.overlay));
  else notes.push('The recording adds nothing to the description, so there is no Overlay.');
  files.set('seed.json', `${stringifyJson({ [api.name]: started.seed }, 2)}\n`);
  if ('document' in learnt.file)
    files.set('understudy.config.yaml', await writeYaml({ apis: ['./openapi.yaml'], seed: './seed.json' }));
  files.set('evidence.md', formatEvidence(statements, agreements, notes));
  const gaps = statements.map(
    ({ operation, says, seen, contradicted }, index): DocumentGap => ({
      id: `${name}.gap.${toKebabCase(operation)}-${index + 1}`,
      gap: `The behavior of ${operation} in this case`,
      assume: says,
      basis: 'observed',
      confidence: contradicted === 0 && seen > 2 ? 'high' : 'low',
      why: `${seen} recorded exchanges support it, ${contradicted} contradict it`,
      risk: 'low',
      verify: 'record the case again and compare',
    }),
  );
  files.set('gaps.yaml', await writeYaml({ gaps }));
  for (const [path, text] of scenarios.files) files.set(`scenarios/${path}`, text);
  return { files, notes };
}

/**
 * Drafts a scenario for each recorded resource, and one for the start of the recording. Runs them against the learned
 * API, and omits expectations that it does not meet.
 */
async function draftScenarios(
  entries: readonly HarEntry[],
  { contract, url, api }: { contract: ApiContract; url: string; api: ApiDefinition },
): Promise<DraftedScenarios> {
  const ledger = { claims: [], gaps: [] };
  const contracts = new Map([[api.name, contract]]);
  const files = new Map<string, string>();
  const dropped: string[] = [];
  const notes: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'understudy-scenarios-'));
  const simulators = await startSimulators({ apis: [api] });
  try {
    for (const [workflowId, own] of listWorkflows(entries, contract)) {
      try {
        const recording = { har: archiveOf(own), isClean: true };
        const recorded = await recordScenario({ ...recording, contracts, workflowId, urlOf: () => url });
        const file = join(folder, `${workflowId}.arazzo.yaml`);
        for (const each of recorded.files) await writeFile(join(folder, each.name), each.bytes);
        const target = createInProcessTarget(simulators);
        const omitted: string[] = [];
        let [draft] = recorded.document.workflows;
        const count = draft?.steps.length ?? 0;
        let [text, reason]: [string, string | undefined] = ['', 'it has no step'];
        while (draft !== undefined && omitted.length <= mostOmitted) {
          text = formatScenario({ ...recorded, document: { ...recorded.document, workflows: [draft] } }, ledger);
          await writeFile(file, text);
          const scenarios = await loadScenarios({ files: [file] });
          const { workflows, causes } = await runScenarios({ files: scenarios, contracts, ledger, target });
          const [result] = workflows;
          reason = result?.outcome === 'passed' ? undefined : (causes[0]?.title ?? result?.reason);
          const less = result === undefined || reason === undefined ? undefined : omitFailure(draft, result, count);
          draft = less?.workflow;
          if (less !== undefined) omitted.push(less.omitted);
        }
        if (reason !== undefined) {
          dropped.push(`${workflowId}: ${reason}`);
          continue;
        }
        files.set(`${workflowId}.arazzo.yaml`, text);
        notes.push(...omitted.map((why) => `Scenario ${workflowId} omits ${why}`));
        for (const each of recorded.files) files.set(each.name, Buffer.from(each.bytes).toString('utf8'));
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        dropped.push(`${workflowId}: ${error.message}`);
      }
    }
  } finally {
    await simulators.close();
    await rm(folder, { recursive: true, force: true });
  }
  const count = [...files.keys()].filter((file) => file.endsWith('.arazzo.yaml')).length;
  const summary = [
    `${count} scenarios pass against the learned API; ${dropped.length} were dropped.`,
    ...dropped.map((why) => `Dropped scenario ${why}`),
  ];
  return { files, notes: [...summary, ...notes] };
}

/**
 * Returns the entries of each resource, including the earlier entries whose responses contain the ids in their
 * requests.
 */
function listWorkflows(entries: readonly HarEntry[], contract: ApiContract): ReadonlyMap<string, readonly HarEntry[]> {
  const producers = new Map<string, HarEntry>();
  const groups = new Map<string, Set<HarEntry>>();
  const all: HarEntry[] = [];
  for (const entry of entries) {
    const match = contract.match(entry.method, new URL(entry.url).pathname);
    if (match.kind !== 'operation') continue;
    all.push(entry);
    const [resource = ''] = match.operation.path.split('/{');
    const id = toKebabCase(resource.replace(/\W+/g, '-')).replace(/^-+/, '') || 'root';
    const own = groups.get(id) ?? new Set();
    groups.set(id, own);
    if (own.size < mostSteps) for (const each of [...causesOf(entry, producers)].reverse()) own.add(each);
    if (entry.method !== 'GET' && entry.status < 300)
      for (const word of wordsIn(entry.responseBody)) if (!producers.has(word)) producers.set(word, entry);
  }
  const inOrder = (own: ReadonlySet<HarEntry>) => all.filter((each) => own.has(each)).slice(0, mostSteps);
  const ofResources = [...groups].slice(0, mostScenarios - 1).map(([id, own]) => [id, inOrder(own)] as const);
  return new Map([['recorded', all.slice(0, mostSteps)], ...ofResources]);
}

/** Returns an entry and all entries whose responses it depends on. */
function causesOf(
  entry: HarEntry,
  producers: ReadonlyMap<string, HarEntry>,
  found: Set<HarEntry> = new Set(),
): Set<HarEntry> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const word of [
    ...wordsIn(Buffer.from(`${entry.url} ${stringifyJson(entry.requestHeaders)}`)),
    ...wordsIn(entry.requestBody),
  ]) {
    const producer = producers.get(word);
    if (producer !== undefined && found.size < mostSteps) causesOf(producer, producers, found);
  }
  return found;
}

/** Returns words that can be ids, because they contain a digit. */
function wordsIn(bytes: Uint8Array | undefined): string[] {
  const words =
    Buffer.from(bytes ?? [])
      .toString('utf8')
      .match(/[\w-]{6,64}/g) ?? [];
  return words.filter((word) => /\d/.test(word)).slice(0, 500);
}

function archiveOf(entries: readonly HarEntry[]): string {
  const headers = (given: Readonly<Record<string, string>>) =>
    Object.entries(given).map(([name, value]) => ({ name, value }));
  const text = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('base64'), encoding: 'base64' });
  const log = {
    version: '1.2',
    entries: entries.map((each) => ({
      startedDateTime: each.startedAt,
      request: {
        ...{ method: each.method, url: each.url, headers: headers(each.requestHeaders) },
        ...(each.requestBody === undefined
          ? {}
          : { postData: { mimeType: each.requestHeaders['content-type'] ?? '', ...text(each.requestBody) } }),
      },
      response: {
        ...{ status: each.status, headers: headers(each.responseHeaders) },
        content: text(each.responseBody ?? new Uint8Array()),
      },
    })),
  };
  return stringifyJson({ log });
}

/**
 * Returns a draft without the failed expectation: a criterion about the body, or the failed step and all steps that use
 * its outputs.
 *
 * @returns undefined if no step failed, or fewer than three quarters of the steps would remain
 */
function omitFailure(
  draft: Workflow,
  { steps: results }: WorkflowResult,
  all: number,
): { readonly workflow: Workflow; readonly omitted: string } | undefined {
  const failed = results.find(({ outcome }) => outcome === 'failed');
  const { stepId, findings: [finding] = [] } = failed ?? {};
  const { pointer = '', message = '', ruleId } = finding ?? {};
  const criterion = ruleId === 'criterion/false' ? Number(/\/successCriteria\/(\d+)$/.exec(pointer)?.[1] ?? 0) : 0;
  const gone = new Set([stepId]);
  const steps = draft.steps.flatMap((step) => {
    if (criterion > 0 && step.stepId === stepId)
      return [{ ...step, successCriteria: step.successCriteria?.filter((_each, index) => index !== criterion) ?? [] }];
    const text = stringifyJson(step);
    const isGone = criterion === 0 && [...gone].some((id) => step.stepId === id || text.includes(`$steps.${id}.`));
    if (isGone) gone.add(step.stepId);
    return isGone ? [] : [step];
  });
  if (stepId === undefined || steps.length < all * 0.75) return undefined;
  return { workflow: { ...draft, steps }, omitted: `${stepId}: ${message}` };
}
