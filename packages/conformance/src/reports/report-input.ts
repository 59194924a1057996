import type { ApiContract, Ledger } from '@understudy/contract';
import type { ScenarioFile } from '../arazzo/model.js';
import type { RunResult } from '../results/result.js';

/** What every report is made of. */
export interface ReportInput {
  result: RunResult;
  /** The descriptions that held, by API. */
  contracts: ReadonlyMap<string, ApiContract>;
  ledger: Ledger;
  /** The scenarios that were chosen from. */
  files: readonly ScenarioFile[];
  /** Absolute; paths in reports are relative to it. */
  root: string;
}

/** One file of a report. */
export interface ReportFile {
  /** Empty for the file itself; else its name within the folder that was named. */
  name: string;
  text: string;
}
