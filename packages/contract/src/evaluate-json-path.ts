import { type JSONValue, jsonpath } from 'json-p3';
import { compareOperands } from './numbers/exact-number.js';
import { isObject } from './objects.js';

const { selectors, expressions, FunctionExpressionType, JSONPathNode, JSONPathNodeList, Nothing } = jsonpath;

/** A selected value and its location. */
export interface PathNode {
  readonly value: unknown;
  readonly key?: string | number;
  readonly parent?: PathNode;
}

/** The context of a path evaluation. */
interface PathEvaluation {
  readonly root: unknown;
  readonly budget: StepBudget;
  readonly functions: ReadonlyMap<string, jsonpath.FilterFunction>;
}

/** Number of characters to compare or match per step. */
const charactersPerStep = 64;

const [descendantSegment] = jsonpath.compile('$..*').segments;

/**
 * Selects values with a parsed path, one at a time. Each visited value, comparison and piece of text costs a step of
 * the budget. The library that parses the path can also evaluate it, but without a limit.
 *
 * @throws Error if the budget is spent
 */
export function* selectNodes(
  { segments }: jsonpath.JSONPathQuery,
  value: unknown,
  evaluation: PathEvaluation,
): Generator<PathNode> {
  let nodes: Iterable<PathNode> = [{ value }];
  for (const segment of segments) nodes = selectWithSegment(segment, nodes, evaluation);
  yield* nodes;
}

function* selectWithSegment(
  segment: jsonpath.JSONPathSegment,
  nodes: Iterable<PathNode>,
  evaluation: PathEvaluation,
): Generator<PathNode> {
  const descends = segment.constructor === descendantSegment?.constructor;
  for (const node of nodes)
    for (const at of descends ? descend(node, evaluation) : [node])
      for (const selector of segment.selectors) yield* select(selector, at, evaluation);
}

/** Visits a value and all its descendants, parents first. */
function* descend(node: PathNode, evaluation: PathEvaluation): Generator<PathNode> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const child of [...childrenOf(next, evaluation)].reverse()) open.push(child);
  }
}

function* childrenOf(parent: PathNode, { budget }: PathEvaluation): Generator<PathNode> {
  const { value } = parent;
  budget.spend(1);
  if (Array.isArray(value)) {
    for (let key = 0; key < value.length; key += 1) {
      budget.spend(1);
      yield { value: value[key], key, parent };
    }
  } else if (isObject(value)) {
    const keys = Object.keys(value);
    budget.spend(keys.length);
    for (const key of keys) yield { value: value[key], key, parent };
  }
}

function* select(selector: jsonpath.JSONPathSelector, node: PathNode, evaluation: PathEvaluation): Generator<PathNode> {
  const { value } = node;
  evaluation.budget.spend(1);
  if (selector instanceof selectors.NameSelector) {
    const { name } = selector;
    if (isObject(value) && Object.hasOwn(value, name)) yield { value: value[name], key: name, parent: node };
  } else if (selector instanceof selectors.WildcardSelector) {
    yield* childrenOf(node, evaluation);
  } else if (selector instanceof selectors.FilterSelector) {
    for (const child of childrenOf(node, evaluation))
      if (holds(selector.expression, child.value, evaluation)) yield child;
  } else if (Array.isArray(value)) {
    // An index or a slice. The library finds the selected positions.
    if (selector instanceof selectors.SliceSelector) evaluation.budget.spend(value.length);
    for (const { value: item, location } of selector.resolve(toLibraryNode(value)))
      yield { value: item, key: location[0] ?? 0, parent: node };
  }
}

/** Returns whether a filter test is true for a value. */
function holds(test: jsonpath.expressions.FilterExpression, current: unknown, evaluation: PathEvaluation): boolean {
  evaluation.budget.spend(1);
  if (test instanceof expressions.LogicalExpression) return holds(test.expression, current, evaluation);
  if (test instanceof expressions.PrefixExpression) return !holds(test.right, current, evaluation);
  if (test instanceof expressions.FilterQuery) return query(test, current, evaluation).next().done !== true;
  if (test instanceof expressions.FunctionExtension) return call(test, current, evaluation) !== false;
  if (!(test instanceof expressions.InfixExpression)) return false;
  const { left, operator, right } = test;
  if (operator === '&&') return holds(left, current, evaluation) && holds(right, current, evaluation);
  if (operator === '||') return holds(left, current, evaluation) || holds(right, current, evaluation);
  const [one, other] = [operandValue(left, current, evaluation), operandValue(right, current, evaluation)];
  // Values of different types are not compared deeply.
  if (typeof one === typeof other) spendForValue(one, evaluation);
  return compareOperands(one, operator, other);
}

function operandValue(
  operand: jsonpath.expressions.FilterExpression,
  current: unknown,
  evaluation: PathEvaluation,
): unknown {
  if (operand instanceof expressions.NullLiteral) return null;
  if (operand instanceof expressions.FunctionExtension) return call(operand, current, evaluation);
  if (operand instanceof expressions.FilterQuery) {
    const [first] = query(operand, current, evaluation);
    return first === undefined ? Nothing : first.value;
  }
  return 'value' in operand ? operand.value : Nothing;
}

function query(
  expression: jsonpath.expressions.FilterQuery,
  current: unknown,
  evaluation: PathEvaluation,
): Generator<PathNode> {
  const isRelative = expression instanceof expressions.RelativeQuery;
  return selectNodes(expression.path, isRelative ? current : evaluation.root, evaluation);
}

function call(
  { name, args }: jsonpath.expressions.FunctionExtension,
  current: unknown,
  evaluation: PathEvaluation,
): unknown {
  const known = evaluation.functions.get(name);
  const given = args.map((argument, index) => {
    if (known?.argTypes[index] === FunctionExpressionType.NodesType && argument instanceof expressions.FilterQuery)
      return new JSONPathNodeList([...query(argument, current, evaluation)].map(({ value }) => toLibraryNode(value)));
    const value = operandValue(argument, current, evaluation);
    spendForValue(value, evaluation);
    return value;
  });
  return known?.call(...given);
}

/** Spends the steps for comparing or matching a value. */
function spendForValue(value: unknown, evaluation: PathEvaluation): void {
  if (typeof value === 'string') evaluation.budget.spend(Math.ceil(value.length / charactersPerStep));
  else if (typeof value === 'object')
    for (const node of descend({ value }, evaluation))
      if (typeof node.value === 'string') spendForValue(node.value, evaluation);
}

function toLibraryNode(value: unknown): jsonpath.JSONPathNode {
  return new JSONPathNode(isJson(value) ? value : null, [], null);
}

/** Returns whether a value has a JSON type. Does not check nested values. */
export function isJson(value: unknown): value is JSONValue {
  return value === null || ['string', 'number', 'bigint', 'boolean', 'object'].includes(typeof value);
}

/** Limits the number of steps that work can take, so that no input can block the process. */
export class StepBudget {
  readonly #steps: number;
  #left: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.#left = steps;
  }

  /** The steps taken so far. */
  get spent(): number {
    return this.#steps - this.#left;
  }

  /** @throws Error if fewer steps are left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    const limit = this.#steps.toLocaleString('en-US');
    throw new Error(`it takes more than ${limit} steps. Use a narrower path, with fewer \`..\` and filters`);
  }
}
