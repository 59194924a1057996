import { _, type Ajv2020 } from 'ajv/dist/2020.js';
import { countJsonValues } from './check-size.js';

/** Steps that any value may take. */
const leastSteps = 20_000;
/** Further steps for each value in it. */
const stepsPerValue = 100;
/** Values that are counted. */
const mostValues = 10_000_000;

/** Marks a schema that is counted. */
export const stepKeyword = 'x-understudy-step';

/** A value takes more steps than its size explains, because alternatives that refer to themselves multiply. */
export class TooManyStepsError extends Error {}

/**
 * Counts how often validation enters referenced schemas. Only references make recursion possible, in which the steps can
 * double with each level of a value.
 */
export class ValidationSteps {
  private left = Number.POSITIVE_INFINITY;
  private value: unknown;

  /** Begins the validation of a value. */
  begin(value: unknown): void {
    this.left = leastSteps;
    this.value = value;
  }

  /** Compiles the keyword that counts. */
  addTo(ajv: Ajv2020): void {
    // Before all others, because those after a failed one are skipped.
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
