/** A structural error of a job definition (rostering.gap.references, rostering.gap.error-codes-meaning). */
export interface DefinitionFinding {
  /** Kebab-case rule with its group, such as `job/unknown-id`. */
  ruleId: string;
  /** JSON Pointer into the job definition; empty for the whole. */
  pointer: string;
  /** One sentence: what is wrong there and what is allowed. */
  message: string;
}
