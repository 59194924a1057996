import type { CheckTitle, FeasibilityViolation } from './feasibility-types.js';
import texts from './warning-texts.json' with { type: 'json' };

/** The texts of warnings in one language. {0} and {1} are placeholders. */
export interface WarningTexts {
  /** {0} is the employee, {1} the day. */
  readonly noAvailability: string;
  readonly checks: Readonly<Record<CheckTitle, string>>;
  readonly properties: Readonly<Record<keyof FeasibilityViolation, string>>;
}

export const englishWarnings: WarningTexts = texts.en;

/** Warnings by lower-case language tag. `nb` and `nn` use the texts of `no` (rostering.gap.analyze-language). */
export const warningLanguages: ReadonlyMap<string, WarningTexts> = new Map<string, WarningTexts>([
  ['en', texts.en],
  ['fi', texts.fi],
  ['no', texts.no],
  ['nb', texts.no],
  ['nn', texts.no],
  ['sv', texts.sv],
  ['da', texts.da],
  ['de', texts.de],
]);
