import { jsonpath } from 'json-p3';
import { isJson, type PathNode, StepBudget, selectNodes } from './evaluate-json-path.js';
import { keepLiteralDigits } from './numbers/exact-number.js';
import { hasManyDigits } from './numbers/parse-json.js';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';

const options = { cacheSize: 2000 };

const unchecked = { ...options, iRegexpCheck: false };

/** Matches a whole string (RFC 9535, 2.4.6). The library's function throws for values that are not strings. */
class MatchText extends jsonpath.functions.Match {
  constructor() {
    super(unchecked);
  }

  override call(text: unknown, pattern: unknown): boolean {
    return typeof text === 'string' && isRegularExpression(pattern) && super.call(text, pattern);
  }
}

/** Searches a string (RFC 9535, 2.4.7). */
class SearchText extends jsonpath.functions.Search {
  constructor() {
    super(unchecked);
  }

  override call(text: unknown, pattern: unknown): boolean {
    return typeof text === 'string' && isRegularExpression(pattern) && super.call(text, pattern);
  }
}

const checker = new jsonpath.functions.Match({ ...options, throwErrors: true });

/**
 * Returns whether a pattern is an I-Regexp (RFC 9485). The library rejects an apostrophe, which is an ordinary
 * character.
 */
function isRegularExpression(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string') return false;
  try {
    checker.call('', pattern.replaceAll("'", '"'));
    return true;
  } catch {
    return false;
  }
}

/** Maximum steps of one evaluation, such as a criterion. They take about 100 ms. */
const defaultSteps = 500_000;

/** Time limit in milliseconds for one evaluation with regular expressions, on a shared machine. */
const defaultDeadlineMs = 500;

/** Maximum steps for one page of records. Between pages, a server handles other requests. */
const pageSteps = 200_000;

/** Maximum steps of a filter for all pages of records. */
const filterSteps = 20_000_000;

/** Used to compute a page's time limit from its steps, because a regular expression can take long within one step. */
const stepsPerMillisecond = 5000;

/** Cached expressions, because scenarios repeat them. */
const maxCached = 2000;

const maxPathLength = 10_000;

const environment = new jsonpath.JSONPathEnvironment();
const functions = environment.functionRegister;
functions.set('match', new MatchText());
functions.set('search', new SearchText());
const compiled = new Map<string, jsonpath.JSONPathQuery>();

interface JsonPathMatch {
  readonly value: unknown;
  readonly location: ReadonlyArray<string | number>;
}

/**
 * Returns the values that an RFC 9535 path selects, without copying them.
 *
 * @param value a JSON value. Any other value counts as `null`
 * @param steps maximum number of steps
 * @throws Error if the path is invalid or takes too long
 */
export function queryJson(path: string, value: unknown, steps: number = defaultSteps): JsonPathMatch[] {
  return evaluate(path, steps, () =>
    [...select(path, value, new StepBudget(steps))].map((node) => ({ value: node.value, location: locationOf(node) })),
  );
}

/**
 * Returns whether a path selects any value. Stops at the first one.
 *
 * @param value a JSON value. Any other value counts as `null`
 * @throws Error if the path is invalid or takes too long
 */
export function matchesJsonPath(path: string, value: unknown): boolean {
  return evaluate(path, defaultSteps, () => isMatch(path, value, new StepBudget(defaultSteps)));
}

/** Returns the matching values of a page. */
type JsonFilter = <Value>(values: readonly Value[], toJson: (value: Value) => unknown) => Value[];

/**
 * Creates a filter from an RFC 9535 filter expression, such as `@.status == 'open'`. Each page of values to filter has
 * a step budget.
 *
 * @param steps step budget for all pages together
 * @throws Error if the expression is invalid. The filter throws an Error if it takes too long
 */
export function createJsonFilter(expression: string, steps: number = filterSteps): JsonFilter {
  const path = `$[?(${expression})]`;
  checkJsonPath(path);
  const total = new StepBudget(steps);
  return (values, toJson) => {
    let budget = new StepBudget(pageSteps);
    const found = evaluate(path, pageSteps, () => {
      // The work can be run again after a timeout, so the budget starts over.
      budget = new StepBudget(pageSteps);
      return values.filter((value) => isMatch(path, [toJson(value)], budget));
    });
    total.spend(budget.spent);
    return found;
  };
}

/** @throws Error if the path has a syntax error */
export function checkJsonPath(path: string): void {
  compile(path);
}

function isMatch(path: string, value: unknown, budget: StepBudget): boolean {
  return select(path, value, budget).next().done !== true;
}

function select(path: string, value: unknown, budget: StepBudget): Generator<PathNode> {
  const root = isJson(value) ? value : null;
  return selectNodes(compile(path), root, { root, budget, functions });
}

function evaluate<Result>(path: string, steps: number, work: () => Result): Result {
  compile(path);
  const shallow = () => refuseDeepNesting(work);
  if (!/\b(?:match|search)\s*\(/.test(path)) return shallow();
  const milliseconds = steps === defaultSteps ? defaultDeadlineMs : Math.ceil(steps / stepsPerMillisecond);
  const result = runWithTimeout(shallow, milliseconds);
  if (result === timeoutMarker)
    throw new Error(`its regular expressions take longer than ${milliseconds} ms. Use simpler ones`);
  return result;
}

function compile(path: string): jsonpath.JSONPathQuery {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  if (path.length > maxPathLength)
    throw new Error(`it has ${path.length} characters. At most ${maxPathLength} are allowed`);
  const query = refuseDeepNesting(() => environment.compile(path));
  if (hasManyDigits(path)) keepLiteralDigits(query);
  if (compiled.size >= maxCached) compiled.clear();
  compiled.set(path, query);
  return query;
}

/** @throws Error if a path is nested so deeply that the call stack overflows */
function refuseDeepNesting<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new Error('it is nested too deeply');
    throw error;
  }
}

function locationOf({ key, parent }: PathNode): (string | number)[] {
  const keys: (string | number)[] = key === undefined ? [] : [key];
  for (let node = parent; node?.key !== undefined; node = node.parent) keys.push(node.key);
  return keys.reverse();
}
