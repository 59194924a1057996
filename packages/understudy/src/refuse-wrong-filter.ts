import { explainWrongFilter, type ScenarioFile, type WorkflowFilter } from '@understudy/conformance';
import { WrongUse } from './wrong-use.js';

/** @throws WrongUse for an unknown API, tag or claim, and for an empty selection */
export function refuseWrongFilter(files: readonly ScenarioFile[], filter: WorkflowFilter): void {
  const wrong = explainWrongFilter(files, filter);
  if (wrong !== undefined) throw new WrongUse(wrong);
}
