import type { ApiContract } from '@understudy/contract';
import { stringifyJson } from '@understudy/contract';
import type { ScenarioFile } from '../arazzo/model.js';
import { checkTraffic, type RecordedTrafficFile } from '../drift/check-traffic.js';
import type { CauseOccurrence } from '../results/cause.js';
import type { DescriptionChange } from './diff-contracts.js';

/** Scenarios and recorded requests that show who is affected by a change. */
interface Evidence {
  readonly before: ApiContract;
  readonly after: ApiContract;
  readonly files: readonly ScenarioFile[];
  readonly traffic: readonly RecordedTrafficFile[];
}

/** Adds the scenario steps and recorded requests that each change breaks. */
export function addEvidence(changes: readonly DescriptionChange[], evidence: Evidence): DescriptionChange[] {
  const broken = brokenCalls(evidence);
  return changes.map((change) => {
    const steps = evidence.files.flatMap((file) => brokenSteps(change, file));
    const calls = broken.filter(
      ({ operationId, side, pointer }) =>
        operationsOf(change).includes(operationId) &&
        (side === change.side || change.side === 'operation') &&
        (change.pointer === '' ||
          pointer === undefined ||
          pointer.split('/').at(-1) === change.pointer.split('/').at(-1)),
    );
    return { ...change, occurrences: [...steps, ...calls.map(({ occurrence }) => occurrence)] };
  });
}

function operationsOf({ operations, operationId = '' }: DescriptionChange): readonly string[] {
  return operations ?? [operationId];
}

/** Finds the steps that call the operation and mention the changed member, if there is one. */
function brokenSteps(change: DescriptionChange, { document, file, lineOf }: ScenarioFile): CauseOccurrence[] {
  const member = change.pointer.split('/').findLast((token) => token !== '*' && token !== '');
  return document.workflows.flatMap(({ workflowId, steps }, index) =>
    steps.flatMap((step, at): CauseOccurrence[] => {
      const isCalled = operationsOf(change).includes(step.operationId?.split('.').at(-1) ?? '');
      const isRequired = change.side === 'request' && /required$|removed$|security$/.test(change.ruleId);
      if (!isCalled || !(isRequired || member === undefined || stringifyJson(step).includes(member))) return [];
      const line = lineOf(`/workflows/${index}/steps/${at}`);
      return [
        { file, workflowId, stepId: step.stepId, message: change.title, ...(line === undefined ? {} : { line }) },
      ];
    }),
  );
}

interface BrokenCall {
  readonly operationId: string;
  readonly side: DescriptionChange['side'];
  readonly pointer: string | undefined;
  readonly occurrence: CauseOccurrence;
}

/** Finds recorded requests and responses that satisfy the old description but violate the new one. */
function brokenCalls({ before, after, traffic }: Evidence): BrokenCall[] {
  if (traffic.length === 0) return [];
  const [old, now] = [before, after].map((contract) =>
    checkTraffic({ traffic, contracts: new Map([[before.name, contract]]) }),
  );
  const known = new Set(old?.causes.map(({ fingerprint }) => fingerprint));
  const occurrence = (
    { source, entry, method, url }: { source: string; entry: number; method: string; url: string },
    message: string,
  ) => ({ file: source, workflowId: '', stepId: `entry ${entry}: ${method} ${url}`, message });
  const wrong = (now?.causes ?? []).filter(({ fingerprint }) => !known.has(fingerprint));
  const [oldUnknown, nowUnknown] = [old, now].map((report) => report?.unknown ?? []);
  const lost = (nowUnknown ?? []).filter(
    ({ method, url }) => !oldUnknown?.some((each) => each.method === method && each.url === url),
  );
  return [
    ...wrong.map(({ operationId, side, pointer, first, message }) => ({
      operationId,
      side,
      pointer: pointer.replace(/^\/body/, '').replaceAll(/\/\d+(?=\/|$)/g, '/*'),
      occurrence: occurrence(first, message),
    })),
    ...lost.flatMap((each) => {
      const match = before.match(each.method, new URL(each.url, 'http://host').pathname);
      if (match.kind !== 'operation') return [];
      const { operationId } = match.operation;
      return [{ operationId, side: 'operation' as const, pointer: undefined, occurrence: occurrence(each, each.why) }];
    }),
  ];
}
