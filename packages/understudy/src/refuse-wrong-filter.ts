import { explainWrongFilter, type ScenarioFile, type WorkflowFilter } from '@understudy/conformance';
import { UsageError } from './usage-error.js';

/** @throws UsageError for an unknown API, tag or claim, and for an empty selection */
export function checkFilter(files: readonly ScenarioFile[], filter: WorkflowFilter): void {
  const wrong = explainWrongFilter(files, filter);
  if (wrong !== undefined) throw new UsageError(wrong);
}
