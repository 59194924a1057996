/** Reads the records of a described API while an expression is evaluated. Deleted records are skipped. */
export interface RecordReader {
  /** Returns the record with a key, or null. */
  find(resource: string, key: unknown): unknown;
  /** Returns a member of the record with a key, or null. */
  read(resource: string, key: unknown, member: string): unknown;
  /** Returns the records of a resource that refer to a given record. */
  of(resource: string, record: unknown): readonly unknown[];
  /** Counts the records of a resource that refer to a given record. */
  countOf(name: string, record: unknown): number;
  /** Returns all records of a resource except a given one. */
  others(resource: string, record: unknown): readonly unknown[];
  all(resource: string): readonly unknown[];
  /** The next value of a format, such as `INV-{sequence:6}`. */
  next(form: string): unknown;
  /** What is known about a value that an earlier request mentioned, or null. */
  meta(value: unknown): unknown;
  /** The known values that first appeared at one of these places, such as `createOrder answer.id`, the oldest first. */
  remembered(places: readonly string[]): readonly unknown[];
  /** Generates a value in the format of an example. The same seed gives the same value. */
  like(example: unknown, seed: string): unknown;
  /** The transitions that the record's lifecycle currently allows. */
  transitions(record: unknown): readonly string[];
}

/** The values and records that an expression can refer to, and its budget. */
export interface ExpressionContext {
  /** Values shared by all evaluations by name: `body`, `path`, `query`, `caller` and others. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Values of this evaluation, such as `self`, `value` and `item`. They take precedence over `values`. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly records: RecordReader;
  readonly now: Date;
  /** The time zone that determines the day of an instant. Default: UTC. */
  readonly zone?: string | undefined;
  /** The remaining evaluation steps, which contexts can share. Each call and each loop iteration uses one. */
  readonly budget: { steps: number };
  /** Values of the enclosing loops' variables. */
  readonly locals: unknown[];
}

/** The value of a name. Undefined if there is none. */
export function readValue({ given, values }: Pick<ExpressionContext, 'given' | 'values'>, name: string): unknown {
  const own = given?.[name];
  return own === undefined ? values[name] : own;
}

/** Reads an own member. Returns null for a missing one, and for any value other than an object or a list. */
export function readMember(object: unknown, name: unknown): unknown {
  if (typeof object !== 'object' || object === null) return null;
  if (Array.isArray(object)) return typeof name === 'number' ? (object[name] ?? null) : null;
  const key = String(name);
  return Object.hasOwn(object, key) ? (Reflect.get(object, key) ?? null) : null;
}

/** An expression that cannot be parsed, checked or evaluated. */
export class ExpressionError extends Error {
  /** Position in the expression. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.position = position;
  }
}

/** Maximum number of evaluation steps for one request. */
export const stepsPerRequest = 200_000;

/** Deducts steps from the budget of a context. @throws ExpressionError if too few are left */
export function takeSteps(context: Pick<ExpressionContext, 'budget'>, steps: number): void {
  const { budget } = context;
  budget.steps -= steps;
  if (budget.steps < 0)
    throw new ExpressionError(`The expression takes more than ${stepsPerRequest} steps; it must look at fewer records`);
}
