import { checkFeasibility, type FeasibilityReport } from '@understudy/engine-rostering';
import { compiled } from '../compiled.js';

/** The response of the feasibility check. */
export function feasibilityReport(definition: string): FeasibilityReport {
  return checkFeasibility(compiled(definition));
}
