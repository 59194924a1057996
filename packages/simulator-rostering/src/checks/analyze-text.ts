import {
  type AnalyzeWarning,
  analyzeWarnings,
  checkFeasibility,
  checkJobDefinition,
  type FeasibilityReport,
  type Finding,
} from '@understudy/engine-rostering';
import { compiled, withoutMark } from '../compiled.js';
import { warningTextsFor } from './warning-texts-for.js';

/** The input of analyze: the submitted definition and ACCEPT_LANGUAGE. */
interface Analysis {
  readonly definition: string;
  readonly languages: string | undefined;
}

/** The warnings of analyze. */
export function analyzeText({ definition, languages }: Analysis): AnalyzeWarning[] {
  return analyzeWarnings(compiled(definition), warningTextsFor(languages));
}

/** All structural errors of a definition. Pointers are relative to it. */
export function checkText(definition: string): Finding[] {
  return checkJobDefinition(JSON.parse(withoutMark(definition)));
}

/** The response of the feasibility check. */
export function feasibilityReport(definition: string): FeasibilityReport {
  return checkFeasibility(compiled(definition));
}
