import type { Ledger } from '@understudy/contract';
import type { ScenarioFile } from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import type { RunResult } from '../results/result.js';

export interface ReportInput {
  result: RunResult;
  /** The descriptions used by the run, by API. */
  contracts: ContractsByApi;
  ledger: Ledger;
  /** The available scenarios. */
  files: readonly ScenarioFile[];
  /** Absolute path that paths in reports are relative to. */
  root: string;
}

export interface ReportFile {
  /** File name in the given folder. Empty for a single file. */
  name: string;
  text: string;
}
