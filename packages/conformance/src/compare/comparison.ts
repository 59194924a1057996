import { stringifyJson } from '@understudy/contract';
import { formatCurlCommand } from '../reports/format-curl-command.js';
import type { Cause, CauseOccurrence } from '../results/cause.js';
import type { RedactedExchange } from '../results/exchange.js';
import type { OverlayAction } from './create-correction.js';

/** A comparison of the documents, the simulator and stage. It is also the JSON report. */
export interface TargetComparison {
  schemaVersion: 1;
  /** Names of the two targets. */
  simulator: string;
  stage: string;
  totals: {
    /** Number of steps that ran on either target. */
    steps: number;
    inBoth: number;
    agree: number;
    differences: number;
    gaps: { confirmed: number; contradicted: number; notExercised: number };
  };
  differences: TargetDifference[];
  gaps: GapVerdict[];
  /** Workflows skipped on stage, by reason. */
  notExercised: { reason: string; workflows: number }[];
}

/** A deviation from the description, with all its occurrences. */
export interface TargetDifference {
  /** Identifies the difference across comparisons. */
  id: string;
  api: string;
  operationId: string;
  kind: Exclude<Cause['kind'], 'run'>;
  /** Whether the expectation is `stated` by a claim, `assumed` by a gap, or only `described`. */
  documents: 'stated' | 'assumed' | 'described';
  simulator: 'holds' | 'departs' | 'undecided' | 'not-exercised';
  stage: 'holds' | 'departs' | 'undecided' | 'not-exercised';
  /**
   * `assumption`: the description and the simulator rely on a wrong assumption. `stage` and `simulator`: one server
   * violates the documents. `documents`: both servers do. `environment`: no usable response.
   */
  blame: 'assumption' | 'stage' | 'simulator' | 'documents' | 'environment';
  claims: string[];
  gaps: string[];
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** The Overlay action that adapts the description to the behavior of stage. */
  overlay?: OverlayAction;
  exchange?: RedactedExchange;
  occurrences: CauseOccurrence[];
}

export interface GapVerdict {
  id: string;
  assume: string;
  basis: string;
  verdict: 'confirmed' | 'contradicted' | 'not-exercised';
  evidence: string[];
  /** The ledger's suggestion for verifying it. */
  verify?: string;
}

const titles: Readonly<Record<TargetDifference['blame'], string>> = {
  assumption: 'An assumption does not hold on stage',
  stage: 'Stage differs from the documents',
  simulator: 'The simulator is wrong',
  documents: 'Both servers differ from the description in the same way',
  environment: 'There was no usable response, so nothing is decided',
};

/** Formats a comparison as lines of text, for a terminal. */
export function formatComparison(comparison: TargetComparison): string {
  const { totals, differences, gaps, notExercised, simulator, stage } = comparison;
  const lines = [`Simulator: ${simulator}`, `Stage: ${stage}`, ''];
  for (const [blame, title] of Object.entries(titles)) {
    const own = differences.filter((difference) => difference.blame === blame);
    if (own.length > 0) lines.push(`${title} (${own.length})`, ...own.flatMap(linesOf), '');
  }
  if (differences.length === 0) lines.push('No difference was found.', '');
  for (const { id, assume, verdict, evidence } of gaps) {
    if (verdict === 'contradicted')
      lines.push(`${id} is contradicted: ${assume}`, ...evidence.map((text) => `    ${text}`));
  }
  lines.push(
    `${totals.agree} of the ${totals.inBoth} steps that ran on both servers agree; ${totals.steps - totals.inBoth} ran on only one.`,
    `Gaps: ${totals.gaps.confirmed} confirmed, ${totals.gaps.contradicted} contradicted, ${totals.gaps.notExercised} not exercised.`,
    ...notExercised.map(({ reason, workflows }) => `${workflows} workflows did not run on stage: ${reason}`),
  );
  return lines.join('\n');
}

function linesOf(difference: TargetDifference): string[] {
  const { api, operationId, message, claims, gaps, overlay, exchange, occurrences } = difference;
  const [first] = occurrences;
  const times = occurrences.length > 1 ? `, and ${occurrences.length - 1} times more` : '';
  return [
    `  ${api} ${operationId}: ${message}`,
    `      documents: ${difference.documents}; simulator: ${difference.simulator}; stage: ${difference.stage}`,
    ...(claims.length === 0 ? [] : [`      claim: ${claims.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`      gap: ${gaps.join(', ')}`]),
    ...(first === undefined
      ? []
      : [
          `      met at ${first.file}${first.line === undefined ? '' : `:${first.line}`} ${first.workflowId}.${first.stepId}${times}`,
        ]),
    ...(overlay === undefined ? [] : [`      overlay: ${stringifyJson(overlay)}`]),
    ...(exchange === undefined ? [] : [`      ${formatCurlCommand(exchange)}`]),
  ];
}
