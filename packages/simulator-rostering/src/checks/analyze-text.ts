import { type AnalyzeWarning, analyzeWarnings } from '@understudy/engine-rostering';
import { compiled } from '../compiled.js';

/** The warnings of analyze; all languages answer as en-US (rostering.gap.analyze-language). */
export function analyzeText(definition: string): AnalyzeWarning[] {
  return analyzeWarnings(compiled(definition));
}
