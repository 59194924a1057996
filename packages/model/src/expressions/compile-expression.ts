import { Environment } from '@marcbachmann/cel-js';
import { dayInZone } from '../schema/day-in-zone.js';
import { arithmetic, compare, compareAny, comparisons, isEqual, isIn } from './arithmetic.js';
import { checkPattern, describeMisuse } from './check-call.js';
import { type ExpressionContext, ExpressionError, readMember, readValue, takeSteps } from './expression-context.js';
import type { ExpressionNode } from './expression-node.js';
import { expressionFunctions } from './functions.js';

/** A compiled expression. */
export type Evaluate = (context: ExpressionContext) => unknown;

/** The names that an expression uses. */
export interface ExpressionUses {
  /** Resources named in `find`, `of`, `others` and `all`. */
  readonly resources: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** Members of the request body or query, in order of use. */
  readonly sent: ReadonlySet<string>;
  /** Members of the record, in order of use. */
  readonly own: ReadonlySet<string>;
}

export interface CompiledExpression {
  readonly text: string;
  readonly ast: ExpressionNode;
  readonly evaluate: Evaluate;
  readonly uses: ExpressionUses;
}

const longest = 2000;
const parser = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 100, maxCallArguments: 16 },
});

const recordFunctions = new Set(['find', 'of', 'others', 'all']);
export const macros: ReadonlySet<string> = new Set(['map', 'filter', 'exists', 'all', 'exists_one', 'sortBy']);

/**
 * Compiles an expression of the Common Expression Language into a closure. Missing members are null, an operation on
 * null is null, and a condition that is null counts as false.
 *
 * @param text such as `self.lines.map(l, l.amount).sum()`
 * @param locals names of the local values in scope, in the order of `ExpressionContext.locals`
 * @throws ExpressionError if it cannot be parsed, or uses an unknown function
 */
export function compileExpression(text: string, locals: readonly string[] = []): CompiledExpression {
  if (text.length > longest)
    throw new ExpressionError(`The expression has ${text.length} characters; at most ${longest} are allowed`);
  const ast = parse(text);
  const uses = {
    resources: new Set<string>(),
    values: new Set<string>(),
    sent: new Set<string>(),
    own: new Set<string>(),
  };
  return { text, ast, uses, evaluate: compile(ast, { locals, ...uses }) };
}

function parse(text: string): ExpressionNode {
  try {
    return parser.parse(text).ast;
  } catch (error) {
    const [first = 'it is invalid'] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new ExpressionError(`"${text}" is no expression: ${first}`);
  }
}

interface Scope {
  /** Names of the enclosing loop variables, the outermost first. */
  readonly locals: readonly string[];
  readonly resources: Set<string>;
  readonly values: Set<string>;
  readonly sent: Set<string>;
  readonly own: Set<string>;
}

function compile(node: ExpressionNode, scope: Scope): Evaluate {
  switch (node.op) {
    case 'value': {
      const literal = typeof node.args === 'bigint' ? Number(node.args) : node.args;
      return () => literal;
    }
    case 'id':
      return readName(node.args, scope);
    case '.':
    case '.?': {
      const [object, name] = node.args;
      if (object.op === 'id' && (object.args === 'body' || object.args === 'query')) scope.sent.add(name);
      if (object.op === 'id' && object.args === 'self') scope.own.add(name);
      const inner = compile(object, scope);
      return compileFound(object, name, scope) ?? ((context) => readMember(inner(context), name));
    }
    case '[]':
    case '[?]': {
      const [object, index] = node.args;
      const [inner, key] = [compile(object, scope), compile(index, scope)];
      return (context) => readMember(inner(context), key(context));
    }
    case 'list': {
      const items = node.args.map((each) => compile(each, scope));
      return (context) => items.map((item) => item(context));
    }
    case 'map': {
      const entries = node.args.map(([key, value]) => [compile(key, scope), compile(value, scope)] as const);
      return (context) => Object.fromEntries(entries.map(([key, value]) => [String(key(context)), value(context)]));
    }
    case '?:': {
      const [condition, then, otherwise] = node.args.map((each) => compile(each, scope));
      return (context) => (condition?.(context) === true ? then?.(context) : otherwise?.(context));
    }
    case '||': {
      const [left, right] = node.args.map((each) => compile(each, scope));
      return (context) => left?.(context) === true || right?.(context) === true;
    }
    case '&&': {
      const [left, right] = node.args.map((each) => compile(each, scope));
      return (context) => left?.(context) === true && right?.(context) === true;
    }
    case '!_': {
      const inner = compile(node.args, scope);
      return (context) => inner(context) !== true;
    }
    case '-_': {
      const inner = compile(node.args, scope);
      return (context) => {
        const value = inner(context);
        return typeof value === 'number' ? -value : null;
      };
    }
    case 'call': {
      const [name, parameters] = node.args;
      return compileCall(node, { name, parameters, isMethod: false }, scope);
    }
    case 'rcall': {
      const [name, object, parameters] = node.args;
      if (macros.has(name) && parameters[0]?.op === 'id') return compileMacro(name, object, parameters, scope);
      return compileCall(node, { name, parameters: [object, ...parameters], isMethod: true }, scope);
    }
    default:
      return compileOperator(node.op, node.args, scope);
  }
}

function compileOperator(op: string, [left, right]: readonly ExpressionNode[], scope: Scope): Evaluate {
  if (left === undefined || right === undefined) throw new ExpressionError(`The operator ${op} is not supported`);
  const [one, other] = [compile(left, scope), compile(right, scope)];
  if (op === '==') return (context) => isEqual(one(context), other(context));
  if (op === '!=') return (context) => !isEqual(one(context), other(context));
  if (op === 'in') return (context) => isIn(context, one(context), other(context));
  const calculate = arithmetic[op];
  if (calculate !== undefined) return (context) => calculate(one(context), other(context));
  const holds = comparisons[op];
  if (holds === undefined) throw new ExpressionError(`The operator ${op} is not supported`);
  return (context) => {
    const order = compare(one(context), other(context));
    return order !== undefined && holds(order);
  };
}

function readName(name: string, { locals, values }: Scope): Evaluate {
  const slot = locals.lastIndexOf(name);
  if (slot >= 0) return (context) => context.locals[slot] ?? null;
  if (name === 'now') return ({ now }) => now;
  if (name === 'today') return ({ now, zone }) => dayInZone(now, zone);
  values.add(name);
  return (context) => readValue(context, name) ?? null;
}

/** Reads one member of a record found by key, without computing the other members. */
function compileFound(object: ExpressionNode, name: string, scope: Scope): Evaluate | undefined {
  if (object.op !== 'call' || object.args[0] !== 'find') return undefined;
  const [resource, key] = object.args[1];
  if (resource === undefined || key === undefined) return undefined;
  const keyOf = compile(key, scope);
  return (context) => {
    takeSteps(context, 1);
    return context.records.read(String(resource.args), keyOf(context), name) ?? null;
  };
}

function compileMacro(
  name: string,
  object: ExpressionNode,
  parameters: readonly ExpressionNode[],
  scope: Scope,
): Evaluate {
  const [variable, body, transform] = parameters;
  if (variable?.op !== 'id' || body === undefined)
    throw new ExpressionError(`${name}() takes a name and an expression`);
  const list = compile(object, scope);
  const slot = scope.locals.length;
  const inner: Scope = { ...scope, locals: [...scope.locals, variable.args] };
  const each = compile(body, inner);
  const then = transform === undefined ? undefined : compile(transform, inner);
  const turns = (context: ExpressionContext, visit: (value: unknown, item: unknown) => boolean) => {
    const items = list(context);
    if (!Array.isArray(items)) return;
    for (const item of items) {
      takeSteps(context, 1);
      context.locals[slot] = item;
      if (!visit(each(context), item)) return;
    }
  };
  const collect =
    <Found>(take: (value: unknown, item: unknown, context: ExpressionContext) => readonly Found[]) =>
    (context: ExpressionContext): Found[] => {
      const found: Found[] = [];
      turns(context, (value, item) => found.push(...take(value, item, context)) >= 0);
      return found;
    };
  switch (name) {
    case 'map':
      if (then === undefined) return collect((value) => [value]);
      return collect((value, _item, context) => (value === true ? [then(context)] : []));
    case 'filter':
      return collect((value, item) => (value === true ? [item] : []));
    case 'sortBy': {
      const keyed = collect((key, item) => [[key, item] as const]);
      return (context) =>
        keyed(context)
          .sort(([one], [other]) => compareAny(one, other))
          .map(([, item]) => item);
    }
    case 'all':
      return (context) => {
        let holds = true;
        turns(context, (value) => {
          holds = value === true;
          return holds;
        });
        return holds;
      };
    default:
      return (context) => {
        let found = 0;
        turns(context, (value) => {
          if (value === true) found += 1;
          return name === 'exists' ? found === 0 : found < 2;
        });
        return found === 1;
      };
  }
}

interface Call {
  readonly name: string;
  readonly parameters: readonly ExpressionNode[];
  readonly isMethod: boolean;
}

function compileCall(node: ExpressionNode, { name, parameters, isMethod }: Call, scope: Scope): Evaluate {
  if (name === 'has' && !isMethod && parameters[0] !== undefined) {
    const inner = compile(parameters[0], scope);
    return (context) => (inner(context) ?? null) !== null;
  }
  const known = Object.hasOwn(expressionFunctions, name) ? expressionFunctions[name] : undefined;
  if (known === undefined || (isMethod && known.isMethod !== true)) {
    throw new ExpressionError(describeMisuse(name, macros), node.pos);
  }
  const [least, most] = known.parameters;
  if (parameters.length < least || parameters.length > most) {
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    throw new ExpressionError(`${name}() takes ${wanted} values, but has ${parameters.length}`, node.pos);
  }
  const [first, second, third] = parameters;
  if (name === 'matches' && second?.op === 'value') checkPattern(String(second.args), third, node.pos);
  if (recordFunctions.has(name) && !isMethod) {
    if (first?.op !== 'value' || typeof first.args !== 'string')
      throw new ExpressionError(`${name}() takes the name of a resource as a text: ${name}("orders")`, node.pos);
    scope.resources.add(first.args);
    if (name === 'of' || name === 'others') scope.values.add('self');
  }
  const inner = parameters.map((each) => compile(each, scope));
  if (name === 'size' && first?.op === 'call' && first.args[0] === 'of') {
    const [named, owner] = first.args[1];
    const resource = String(named?.args);
    const ownerOf = owner === undefined ? undefined : compile(owner, scope);
    return (context) => {
      takeSteps(context, 1);
      const record = ownerOf === undefined ? readValue(context, 'self') : ownerOf(context);
      return context.records.countOf(resource, record);
    };
  }
  return (context) => {
    takeSteps(context, 1);
    const values: unknown[] = [];
    for (const each of inner) values.push(each(context));
    return known.call(context, values);
  };
}
