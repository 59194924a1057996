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
  /** `stated` by a claim, `assumed` by a gap, or only `described`. */
  documents: 'stated' | 'assumed' | 'described';
  simulator: 'holds' | 'departs' | 'undecided' | 'not-exercised';
  stage: 'holds' | 'departs' | 'undecided' | 'not-exercised';
  /**
   * `assumption`: description and simulator assume something wrong. `stage` and `simulator`: one server violates the
   * documents. `documents`: both servers do. `environment`: no usable response.
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
