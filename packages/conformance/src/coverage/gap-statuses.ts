import { type DocumentGap, type Finding, type Ledger, type Operation, resolveReference } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { splitPointer } from '../expressions/json-pointer.js';
import type { OperationCoverage, RunResult } from '../results/result.js';
import { getAtKeys, listGapIds } from './documented-properties.js';

/** The status of an assumption after a run. */
export interface GapStatus {
  gap: DocumentGap;
  /**
   * `held`: the run used the gap without contradiction. `contradicted`: a response violated the description at the gap.
   * `not-exercised`: the run did not use the gap.
   */
  standing: 'held' | 'contradicted' | 'not-exercised';
  /** Locations marked with the gap that the run used: `<api>/<operationId>`, with status and pointer. */
  met: string[];
  /** Locations in `met` that are more specific than an operation. */
  shown: string[];
  /** Contradictions. */
  against: string[];
}

/** A location marked with a gap in a description. */
interface Place {
  gap: string;
  api: string;
  operationId: string;
  name: string;
  /** Set if the whole operation is marked, so every call exercises the gap. */
  isOperation?: true;
  met: boolean;
  /** Returns whether a finding about the operation concerns this location. */
  covers(finding: Finding): boolean;
}

/** Determines the status of every gap in the ledger from the locations whose `x-gap` names it. */
export function evaluateGaps(options: { ledger: Ledger; contracts: ContractsByApi; result: RunResult }): GapStatus[] {
  const { ledger, contracts, result } = options;
  const counted = result.wire?.operations ?? [];
  const places = counted.flatMap((coverage) => {
    const contract = contracts.get(coverage.api);
    const operation = contract?.operations.get(coverage.operationId);
    return contract === undefined || operation === undefined ? [] : placesOf(contract.document, operation, coverage);
  });
  const findings = contractFindings(result);
  return ledger.gaps.map((gap) => {
    const own = places.filter((place) => place.gap === gap.id);
    const against = own.flatMap((place) =>
      (findings.get(`${place.api}/${place.operationId}`) ?? [])
        .filter((finding) => place.covers(finding))
        .map((finding) => `${place.name}: ${finding.message}`),
    );
    const met = own.filter((place) => place.met);
    const standing = against.length > 0 ? 'contradicted' : met.length > 0 ? 'held' : 'not-exercised';
    const shown = met.filter(({ isOperation }) => isOperation !== true);
    const names = (places: Place[]): string[] => places.map(({ name }) => name);
    return { gap, standing, met: names(met), shown: names(shown), against: [...new Set(against)] };
  });
}

function placesOf(document: unknown, operation: Operation, coverage: OperationCoverage): Place[] {
  const { api, operationId, calls, statuses, properties, parameters } = coverage;
  const name = `${api}/${operationId}`;
  const described = getAtKeys(document, 'paths', operation.path, operation.method.toLowerCase());
  const place = (gap: string, part: string, seen: number, covers: Place['covers']): Place => ({
    ...{ gap, api, operationId, name: part === '' ? name : `${name} ${part}`, met: seen > 0, covers },
  });
  const isUndocumented = ({ ruleId }: Finding) => ruleId === 'response/undocumented-status';
  const describedParameters = [getAtKeys(described, 'parameters')]
    .flat()
    .map((parameter) => resolveReference(document, parameter));
  return [
    ...listGapIds(described).map((gap) => ({ ...place(gap, '', calls, isUndocumented), isOperation: true as const })),
    ...statuses.flatMap(({ status, seen }) =>
      listGapIds(resolveReference(document, getAtKeys(described, 'responses', status))).map((gap) =>
        place(gap, status, seen, ({ about }) => about?.kind === 'contract' && String(about.status) === status),
      ),
    ),
    ...properties.flatMap(({ status, pointer, seen, gaps = [] }) =>
      gaps.map((gap) => place(gap, `${status} ${pointer}`, seen, (finding) => isAt(finding, pointer))),
    ),
    ...describedParameters.flatMap((parameter) => {
      const told = parameters.find((counted) => counted.name === getAtKeys(parameter, 'name'));
      return listGapIds(parameter).map((gap) => place(gap, told?.name ?? '', told?.seen ?? 0, () => false));
    }),
  ];
}

/** Groups contract violations by operation. */
function contractFindings(result: RunResult): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const step of result.workflows.flatMap(({ steps }) => steps)) {
    const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
    const key = `${exchange?.api}/${exchange?.operationId}`;
    const own = step.findings.filter(({ about }) => about?.kind === 'contract');
    found.set(key, [...(found.get(key) ?? []), ...own]);
  }
  return found;
}

/** Returns whether a finding is about a property or its members. */
function isAt({ about }: Finding, pattern: string): boolean {
  if (about === undefined || !('pointer' in about)) return false;
  const at = splitPointer(about.pointer ?? '');
  return splitPointer(pattern).every((token, index) => token === at[index] || (token === '*' && index < at.length));
}
