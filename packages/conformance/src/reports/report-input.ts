import type { ApiContract, Ledger } from '@understudy/contract';
import type { ScenarioFile } from '../arazzo/model.js';
import type { RunResult } from '../results/result.js';

export interface ReportInput {
  result: RunResult;
  /** The used descriptions by API. */
  contracts: ReadonlyMap<string, ApiContract>;
  ledger: Ledger;
  /** The available scenarios. */
  files: readonly ScenarioFile[];
  /** Absolute. Paths in reports are relative to it. */
  root: string;
}

export interface ReportFile {
  /** The name in the given folder. Empty for a single file. */
  name: string;
  text: string;
}
