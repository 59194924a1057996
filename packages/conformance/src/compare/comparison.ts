import type { Cause, Occurrence } from '../results/cause.js';
import type { Exchange } from '../results/exchange.js';
import type { OverlayAction } from './correct-by-overlay.js';

/** What two runs of the same scenarios say about documents, simulator and stage. The JSON report is this. */
export interface Comparison {
  schemaVersion: 1;
  /** Names of the two targets. */
  simulator: string;
  stage: string;
  totals: {
    /** Steps of either run, of both, and those that both passed. */
    steps: number;
    inBoth: number;
    agree: number;
    differences: number;
    gaps: { confirmed: number; contradicted: number; notExercised: number };
  };
  differences: Difference[];
  gaps: GapVerdict[];
  /** What was not tried on stage, and why. */
  notExercised: { reason: string; workflows: number }[];
}

/** One departure from the description, in all the places where it was seen. */
export interface Difference {
  /** The same in every comparison that finds the same. */
  id: string;
  api: string;
  operationId: string;
  /** As for the causes of a run. */
  kind: Exclude<Cause['kind'], 'run'>;
  /** `stated` by a claim, `assumed` by a gap, or only `described`. */
  documents: 'stated' | 'assumed' | 'described';
  simulator: 'holds' | 'departs' | 'undecided' | 'not-exercised';
  stage: 'holds' | 'departs' | 'undecided' | 'not-exercised';
  /**
   * `assumption`: stage shows that what we assumed is wrong, in description and simulator. `stage`: it departs from what
   * the documents state. `simulator`: it is ours alone. `documents`: both servers agree against them. `environment`: no
   * usable answer came, so nothing is decided.
   */
  blame: 'assumption' | 'stage' | 'simulator' | 'documents' | 'environment';
  claims: string[];
  gaps: string[];
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** What would make the description say what stage does. */
  overlay?: OverlayAction;
  exchange?: Exchange;
  occurrences: Occurrence[];
}

/** What stage shows about one assumption. */
export interface GapVerdict {
  id: string;
  assume: string;
  basis: string;
  verdict: 'confirmed' | 'contradicted' | 'not-exercised';
  /** What shows it. */
  evidence: string[];
  /** What the ledger suggests for finding out. */
  verify?: string;
}
