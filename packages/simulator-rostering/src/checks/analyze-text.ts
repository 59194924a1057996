import {
  type AnalyzeWarning,
  checkFeasibility,
  checkJobDefinition,
  type DefinitionFinding,
  type FeasibilityReport,
  findAnalyzeWarnings,
  type WarningTexts,
  warningLanguages,
} from '@understudy/engine-rostering';
import { compileDefinition, stripByteOrderMark } from '../compile-definition.js';

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

/** Chooses the warnings in the language that best matches ACCEPT_LANGUAGE (rostering.gap.analyze-language). */
export function chooseWarningTexts(asked: string | undefined): WarningTexts | undefined {
  for (const range of rangesOf(asked ?? '')) {
    const subtags = range.split('-');
    while (subtags.length > 0) {
      const texts = warningLanguages.get(subtags.join('-'));
      if (texts !== undefined) return texts;
      subtags.pop();
      // A single letter or digit starts an extension, which is meaningless without its value.
      if (subtags.at(-1)?.length === 1) subtags.pop();
    }
  }
  return undefined;
}

/**
 * Lists language ranges in lower case, most preferred first. Weight 0 excludes a range, and `*` matches any language.
 */
function rangesOf(asked: string): string[] {
  return asked
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const q = weight === undefined ? 1 : Number(weight.slice(2));
      return range === '' || range === '*' || !(q > 0) ? [] : [{ range, q }];
    })
    .sort((left, right) => right.q - left.q)
    .map(({ range }) => range);
}
