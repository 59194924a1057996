import { type AnalyzeWarning, analyzeWarnings } from '@understudy/engine-rostering';
import { compiled } from '../compiled.js';
import { warningTextsFor } from './warning-texts-for.js';

/** The input of analyze: the submitted definition and ACCEPT_LANGUAGE. */
export interface Analysis {
  readonly definition: string;
  readonly languages: string | undefined;
}

/** The warnings of analyze. */
export function analyzeText({ definition, languages }: Analysis): AnalyzeWarning[] {
  return analyzeWarnings(compiled(definition), warningTextsFor(languages));
}
