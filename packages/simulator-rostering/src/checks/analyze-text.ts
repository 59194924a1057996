import { type AnalyzeWarning, analyzeWarnings } from '@understudy/engine-rostering';
import { compiled } from '../compiled.js';
import { warningTextsFor } from './warning-texts-for.js';

/** What analyze works with: the definition as sent, and what ACCEPT_LANGUAGE says. */
export interface Analysis {
  readonly definition: string;
  readonly languages: string | undefined;
}

/** The warnings of analyze. */
export function analyzeText({ definition, languages }: Analysis): AnalyzeWarning[] {
  return analyzeWarnings(compiled(definition), warningTextsFor(languages));
}
