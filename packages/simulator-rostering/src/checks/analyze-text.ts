import {
  type AnalyzeWarning,
  checkFeasibility,
  checkJobDefinition,
  type DefinitionFinding,
  type FeasibilityReport,
  findAnalyzeWarnings,
} from '@understudy/engine-rostering';
import { compileDefinition, stripByteOrderMark } from '../compile-definition.js';
import { chooseWarningTexts } from './choose-warning-texts.js';

/** The input of analyze: the submitted definition and ACCEPT_LANGUAGE. */
interface Analysis {
  readonly definition: string;
  readonly languages: string | undefined;
}

export function analyzeText({ definition, languages }: Analysis): AnalyzeWarning[] {
  return findAnalyzeWarnings(compileDefinition(definition), chooseWarningTexts(languages));
}

/** Returns all structural errors of a definition. Pointers are relative to it. */
export function checkText(definition: string): DefinitionFinding[] {
  return checkJobDefinition(JSON.parse(stripByteOrderMark(definition)));
}

export function feasibilityReport(definition: string): FeasibilityReport {
  return checkFeasibility(compileDefinition(definition));
}
