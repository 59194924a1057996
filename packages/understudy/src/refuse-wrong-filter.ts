import { explainWrongFilter, type ScenarioFile, type WorkflowFilter } from '@understudy/conformance';
import { WrongUse } from './wrong-use.js';

/**
 * Refuses a filter before anything is sent.
 *
 * @throws WrongUse when it has a word that no workflow has, even beside others that some have, or selects nothing
 */
export function refuseWrongFilter(files: readonly ScenarioFile[], filter: WorkflowFilter): void {
  const wrong = explainWrongFilter(files, filter);
  if (wrong !== undefined) throw new WrongUse(wrong);
}
