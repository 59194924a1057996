import type { CheckTitle, FeasibilityViolation } from '../feasibility-types.js';

/** What warnings say in one language; {0} and {1} are placeholders. */
export interface WarningTexts {
  /** {0} is the employee, {1} the day. */
  readonly noAvailability: string;
  /** One clause a check. */
  readonly checks: Readonly<Record<CheckTitle, string>>;
  /** What the properties of a violation are called. */
  readonly properties: Readonly<Record<keyof FeasibilityViolation, string>>;
}
