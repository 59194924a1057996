import { isJsonNumber, stringifyJson } from '@understudy/contract';

/** Words that cannot be member names in an expression. */
const reserved =
  /^(?:as|break|const|continue|else|false|for|function|if|import|in|let|loop|namespace|null|package|return|true|var|void|while)$/;

/** Stands for the first item of a list in a position. */
export const firstItem = '*0';

/** Writes a value as a CEL literal. */
export function toLiteral(value: unknown): string {
  return value === undefined ? 'null' : (stringifyJson(value) ?? 'null');
}

/** Reads a member: `order.id`, or `order["due-date"]` if its name is not an identifier. */
export function readMember(object: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !reserved.test(name) ? `${object}.${name}` : `${object}[${toLiteral(name)}]`;
}

/**
 * Writes a position, such as `body.lines.*.sku`, as CEL.
 *
 * @param index the list index that replaces `*`
 */
export function toAccess(position: string, index = 'index'): string {
  const [root = '', ...names] = position.split('.');
  return names.reduce((object, name) => {
    if (name === firstItem) return `${object}[0]`;
    return name === '*' ? `${object}[${index}]` : readMember(object, name);
  }, root);
}

interface Naming {
  /** Replaces the first name of the position. */
  readonly root?: string;
  /** The variable for an item. Variables for nested items also have a number. */
  readonly item?: string;
}

/** Writes a condition that holds if any value at a position satisfies it. */
export function existsAt(position: string, condition: (value: string) => string, naming: Naming = {}): string {
  const [first = '', ...names] = position.split('.');
  const { root = first, item = 'i' } = naming;
  const write = (object: string, left: readonly string[], depth: number): string => {
    const at = left.indexOf('*');
    const value = (at < 0 ? left : left.slice(0, at)).reduce(readMember, object);
    if (at < 0) return condition(value);
    const name = depth === 0 ? item : `${item}${depth + 1}`;
    return `${value}.exists(${name}, ${write(name, left.slice(at + 1), depth + 1)})`;
  };
  return write(root, names, 0);
}

export function isScalar(value: unknown): value is string | boolean | number {
  return typeof value === 'string' || isJsonNumber(value) || typeof value === 'boolean';
}

/** Joins conditions that must all hold. */
export function allOf(conditions: readonly string[]): string | undefined {
  if (conditions.length === 0) return undefined;
  return conditions
    .map((each) => (/ \|\| | \? /.test(each) && conditions.length > 1 ? `(${each})` : each))
    .join(' && ');
}
