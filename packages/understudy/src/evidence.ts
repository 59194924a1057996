import type { ScenarioFile, Workflow } from '@understudy/conformance';
import type { ApiContract, Operation } from '@understudy/contract';
import { membersOf } from '@understudy/contract';
import type { ApiEvidence, EvidenceProvider } from '@understudy/server';
import type { ApiRegistry } from './apis/apis.js';
import type { ScenarioChoice } from './run-scenario-in-sandbox.js';
import type { ScenarioWorkspace } from './workspace.js';

/**
 * Creates a loader for the claims, gaps and scenarios of each API, which are loaded on first use.
 *
 * @param reach called for each run of a scenario
 */
export function createEvidence(
  apis: ApiRegistry,
  reach: () => Pick<ScenarioChoice, 'url' | 'fetch'>,
): EvidenceProvider {
  let loading: Promise<ScenarioWorkspace> | undefined;
  const workspace = () => {
    // A server starts without the conformance suite, which reads and runs scenarios.
    loading ??= import('./workspace.js').then(({ loadWorkspace }) => loadWorkspace([], apis));
    return loading;
  };
  const made = new Map<string, ApiEvidence>();
  return {
    async of(api) {
      const evidence = made.get(api) ?? collectEvidence(await workspace(), api);
      made.set(api, evidence);
      return evidence;
    },
    async record(request) {
      const { formatScenario, RecordingError, recordScenario } = await import('@understudy/conformance');
      try {
        const recorded = await recordScenario({ ...request, workflowId: 'recorded' });
        const { length } = recorded.files;
        if (length > 0)
          return { problem: `${length} bodies need files of their own: use understudy learn record-scenario --out` };
        return { text: formatScenario(recorded, { claims: [], gaps: [] }) };
      } catch (error) {
        if (error instanceof RecordingError) return { problem: error.message };
        throw error;
      }
    },
    async run({ authorization, ...wish }) {
      const { files } = await workspace();
      const { runScenarioInSandbox } = await import('./run-scenario-in-sandbox.js');
      const { url, fetch } = reach();
      return await runScenarioInSandbox({
        ...wish,
        files,
        url,
        fetch: (request) => fetch(signedIn(request, authorization)),
      });
    },
  };
}

/** Passes the caller's authorization to the control plane. */
function signedIn(request: Request, authorization: string | undefined): Request {
  if (authorization === undefined || request.headers.has('authorization')) return request;
  if (!new URL(request.url).pathname.split('/').includes('_sim')) return request;
  request.headers.set('authorization', authorization);
  return request;
}

export function collectEvidence({ contracts, ledger, files }: ScenarioWorkspace, api: string): ApiEvidence {
  const contract = contracts.get(api);
  const workflows = files.filter((file) => file.api === api).flatMap(workflowsOf);
  const proven = new Set(workflows.flatMap((workflow) => workflow['x-claims'] ?? []));
  const operations = [...(contract?.operations.values() ?? [])].map((operation) => ({
    operationId: operation.operationId,
    method: operation.method,
    path: operation.path,
    summary: summaryOf(operation, contract),
    tags: operation.tags,
    gaps: [...new Set(gapsIn(pathItem(operation, contract)))],
    scenarios: workflows.filter((workflow) => calls(workflow, operation)).map(({ workflowId }) => workflowId),
  }));
  const named = new Set(operations.flatMap(({ gaps }) => gaps));
  const isOwn = (id: string) => id.startsWith(`${api}.`);
  return {
    operations,
    claims: ledger.claims
      .filter(({ id, appliesTo, sharedBy }) => isOwn(id) || proven.has(id) || (appliesTo ?? sharedBy)?.includes(api))
      .map(({ id, says, section, untestable }) => ({
        id,
        says,
        section,
        ...(untestable === undefined ? {} : { untestable }),
      })),
    gaps: ledger.gaps
      .filter(({ id }) => isOwn(id) || named.has(id))
      .map(({ id, gap, assume, basis }) => ({ id, gap, assume, basis })),
    scenarios: workflows.map(({ workflowId, summary = '', 'x-claims': claims = [], steps }) => ({
      id: workflowId,
      summary,
      claims,
      steps: steps.map(({ stepId, operationId, workflowId: called, 'x-operation': request }) => ({
        id: stepId,
        calls:
          operationId?.replace('$sourceDescriptions.', '') ??
          called ??
          `${request?.method ?? ''} ${request?.url ?? ''}`,
      })),
    })),
  };
}

function workflowsOf({ document }: ScenarioFile): readonly Workflow[] {
  return document.workflows;
}

function calls({ steps }: Workflow, { operationId }: Operation): boolean {
  return steps.some((step) => step.operationId?.split('.').at(-1) === operationId);
}

function pathItem({ method, path }: Operation, contract: ApiContract | undefined): unknown {
  return membersOf(membersOf(contract?.document.paths)[path])[method.toLowerCase()];
}

function summaryOf(operation: Operation, contract: ApiContract | undefined): string {
  return String(membersOf(pathItem(operation, contract))['summary'] ?? '');
}

/** Returns the ids of the gaps that an operation and its parts depend on. */
function gapsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'x-gap' ? [value].flat().map(String) : gapsIn(value),
  );
}
