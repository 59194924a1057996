import { _, type Ajv2020 } from 'ajv/dist/2020.js';
import { countJsonValues } from './check-size.js';

/** Number of steps allowed for any value. */
const leastSteps = 20_000;
/** Additional steps for each nested value. */
const stepsPerValue = 100;
/** Maximum number of nested values to count. */
const mostValues = 10_000_000;

/** Keyword that counts each time validation enters a schema. */
export const stepKeyword = 'x-understudy-step';

/** Validating a value takes disproportionately many steps, because self-referencing alternatives multiply. */
export class TooManyStepsError extends Error {}

/**
 * Counts how often validation enters referenced schemas. Only references allow recursion, in which the steps can double
 * with each level of a value.
 */
export class ValidationSteps {
  private left = Number.POSITIVE_INFINITY;
  private value: unknown;

  /** Begins the validation of a value. */
  begin(value: unknown): void {
    this.left = leastSteps;
    this.value = value;
  }

  /** Adds the counting keyword to an Ajv instance. */
  addTo(ajv: Ajv2020): void {
    // Comes before all other keywords, because keywords after a failed one are skipped.
    const [first] = ajv.RULES.rules.find(({ type }) => type === undefined)?.rules ?? [];
    ajv.addKeyword({
      keyword: stepKeyword,
      ...(first === undefined ? {} : { before: first.keyword }),
      code: ({ gen }) => {
        gen.code(_`${gen.scopeValue('func', { ref: this.spend })}()`);
      },
    });
  }

  private readonly spend = (): void => {
    this.left -= 1;
    if (this.left >= 0) return;
    if (this.value === undefined) throw new TooManyStepsError();
    this.left = stepsPerValue * countJsonValues(this.value, mostValues);
    this.value = undefined;
  };
}
