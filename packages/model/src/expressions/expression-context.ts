/** Reads the records of a described API while an expression is evaluated. Deleted records are skipped. */
export interface RecordReader {
  /** The record of a resource with a key, or null. */
  find(resource: string, key: unknown): unknown;
  /** A member of the record with a key, or null. */
  read(resource: string, key: unknown, member: string): unknown;
  /** The records of a resource that refer to a record. */
  of(resource: string, record: unknown): readonly unknown[];
  /** The number of records of a resource that refer to a record. */
  countOf(name: string, record: unknown): number;
  /** The records of a resource other than a record. */
  others(resource: string, record: unknown): readonly unknown[];
  all(resource: string): readonly unknown[];
  /** The next value of a form, such as `INV-{sequence:6}`. */
  next(form: string): unknown;
  /** What is known of a value that earlier requests mentioned, or null. */
  meta(value: unknown): unknown;
  /** The records of values by the place where they appeared first, such as `createOrder answer.id`. The oldest comes first. */
  remembered(places: readonly string[]): readonly unknown[];
  /** A generated value in the form of an example. The same seed gives the same value. */
  like(example: unknown, seed: string): unknown;
  /** The transitions that the lifecycle of a record allows now. */
  transitions(record: unknown): readonly string[];
}

/** The values and records that an expression can refer to, and its budget. */
export interface ExpressionContext {
  /** Values of the whole work by name: `body`, `path`, `query`, `caller` and others. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Values of this evaluation, such as `self`, `value` and `item`. They come before the others. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly records: RecordReader;
  readonly now: Date;
  /** The time zone of days. Default: UTC. */
  readonly zone?: string | undefined;
  /** The evaluation steps that are left, which contexts can share. Each call and each turn of a loop takes one. */
  readonly budget: { steps: number };
  /** Values of the loops around an expression. */
  readonly locals: unknown[];
}

/** The value of a name. Undefined if it has none. */
export function readValue({ given, values }: Pick<ExpressionContext, 'given' | 'values'>, name: string): unknown {
  const own = given?.[name];
  return own === undefined ? values[name] : own;
}

/** Reads an own member. A missing one is null, and so is a member of anything but an object or a list. */
export function readMember(object: unknown, name: unknown): unknown {
  if (typeof object !== 'object' || object === null) return null;
  if (Array.isArray(object)) return typeof name === 'number' ? (object[name] ?? null) : null;
  const key = String(name);
  return Object.hasOwn(object, key) ? (Reflect.get(object, key) ?? null) : null;
}

/** An expression that cannot be parsed, checked or evaluated. */
export class ExpressionError extends Error {
  /** Position in the text of the expression. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.position = position;
  }
}

/** Evaluation steps of one request. */
export const stepsPerRequest = 200_000;

/** Takes steps from the budget of a context. @throws ExpressionError if none are left */
export function takeSteps(context: Pick<ExpressionContext, 'budget'>, steps: number): void {
  const { budget } = context;
  budget.steps -= steps;
  if (budget.steps < 0)
    throw new ExpressionError(`The expression takes more than ${stepsPerRequest} steps; it must look at fewer records`);
}
