import { type CodeList, codeLists } from '../code-lists.js';
import { type ElementSelector, hasAncestors, type RuleCondition, type ValidationRule } from './rule.js';
import {
  hasDecimals,
  hasElement,
  hasText,
  isAtLeast,
  normalizeSpace,
  readElementText,
  selectElements,
} from './values.js';

/**
 * The selectors and conditions of a table that are implemented in code. A condition in `texts` checks the normalized
 * text.
 */
export interface RuleFunctions {
  readonly select?: Readonly<Record<string, ElementSelector>>;
  readonly holds?: Readonly<Record<string, RuleCondition>>;
  readonly texts?: Readonly<Record<string, (text: string) => boolean>>;
}

/**
 * Reads rules from rows of `id | where | condition | message`. An id has the suffix ` warning` if the rule is not
 * fatal.
 *
 * Where: `/A/B` is a path from the document, `//A/B` a path anywhere, `line/A` a path from each line, `$name
 * argument/A` a path from the elements of a selector. `[@x]` and `[@x=1]` filter by an attribute. `name? /A` selects
 * only if the document satisfies a condition. A comma and a space separate alternatives.
 *
 * Condition: terms with `or` and `and`, of which `and` binds tighter. A term is a verb below, an attribute `@x` that
 * must exist, or a function with its argument.
 */
export const readRules = (rows: readonly string[], functions: RuleFunctions): ValidationRule[] =>
  rows.map((row) => {
    const [id = '', where = '', condition = '', message = ''] = row.split(' | ');
    const [select, holds] = [readSelect(where, functions), readCondition(condition, functions)];
    return {
      id: id.replace(' warning', ''),
      severity: id.endsWith(' warning') ? 'warning' : 'fatal',
      message,
      violations: (tree) => select(tree, '').filter((element) => !holds(element, tree, '')),
    };
  });

const pathOf = (text: string): string[] => text.split('/').filter((name) => name !== '');

const readSelect = (text: string, functions: RuleFunctions): ElementSelector => {
  const [, gate, paths = ''] = /^(?:(\w+)\? )?(.*)$/.exec(text) ?? [];
  const [first, ...others] = paths.split(', ').map((path) => readPath(path, functions));
  if (first === undefined) throw new RangeError(`The table of rules selects nothing: ${text}.`);
  const select: ElementSelector =
    others.length === 0 ? first : (tree) => [first, ...others].flatMap((each) => each(tree, ''));
  if (gate === undefined) return select;
  const applies = readCondition(gate, functions);
  return (tree) => (applies(tree.root, tree, '') ? select(tree, '') : []);
};

const readPath = (text: string, { select = {} }: RuleFunctions): ElementSelector => {
  const [, path = '', attribute, value] = /^(.*?)(?:\[@(\w+)(?:=(\w+))?\])?$/.exec(text) ?? [];
  const found = readElements(path, select);
  if (attribute === undefined) return found;
  return (tree) =>
    found(tree, '').filter((element) => {
      const given = element.attribute(attribute);
      return given !== undefined && (value === undefined || given === value);
    });
};

const readElements = (text: string, select: Readonly<Record<string, ElementSelector>>): ElementSelector => {
  if (text.startsWith('//')) {
    const [name = '', ...ancestors] = pathOf(text).reverse();
    if (ancestors.length === 0) return (tree) => tree.elements(name);
    return (tree) => tree.elements(name).filter((element) => hasAncestors(element, ancestors));
  }
  const [, name, argument = ''] = /^\$(\w+) ?([^/]*)/.exec(text) ?? [];
  const path = pathOf(text.slice(text.includes('/') ? text.indexOf('/') : text.length));
  const from: ElementSelector = text.startsWith('line')
    ? (tree) => tree.lines
    : name === undefined
      ? (tree) => [tree.root]
      : named(select, name);
  if (path.length === 0) return argument === '' ? from : (tree) => from(tree, argument);
  return (tree) => from(tree, argument).flatMap((element) => selectElements(element, ...path));
};

const readCondition = (text: string, functions: RuleFunctions): RuleCondition => {
  const alternatives = text
    .split(' or ')
    .map((terms) => all(terms.split(' and ').map((term) => readTerm(term, functions))));
  const [first, ...others] = alternatives;
  if (first === undefined || others.length === 0) return first ?? (() => true);
  return (element, tree) => alternatives.some((holds) => holds(element, tree, ''));
};

const all = (terms: readonly RuleCondition[]): RuleCondition => {
  const [first, ...others] = terms;
  if (first === undefined || others.length === 0) return first ?? (() => true);
  return (element, tree) => terms.every((holds) => holds(element, tree, ''));
};

/** Returns a function of a table. Throws if it does not exist. */
const named = <Value>(functions: Readonly<Record<string, Value>>, name: string): Value => {
  const found = functions[name];
  if (found === undefined) throw new RangeError(`The table of rules names ${name}, which is not a function.`);
  return found;
};

const readTerm = (term: string, { holds = {}, texts = {} }: RuleFunctions): RuleCondition => {
  const [, name = '', argument = ''] = /^(\S+) ?(.*)$/.exec(term) ?? [];
  if (name.startsWith('@')) return (element) => element.attribute(name.slice(1)) !== undefined;
  const text = texts[name];
  if (text !== undefined) return (element) => text(readElementText(element));
  const verb = verbs[name];
  if (verb !== undefined) return verb(argument);
  const found = named(holds, name);
  return argument === '' ? found : (element, tree) => found(element, tree, argument);
};

/**
 * `code list @attribute` checks the normalized value, `exactCode` the value as written. Without an attribute, they
 * check the text.
 */
const codeVerb =
  (normalize: (text: string) => string) =>
  (argument: string): RuleCondition => {
    const [list = '', attribute] = argument.split(' @');
    const codes = named<CodeList>(codeLists, list);
    return (element) => codes.has(normalize((attribute ? element.attribute(attribute) : element.text) ?? ''));
  };

const verbs: Readonly<Record<string, (argument: string) => RuleCondition>> = {
  always: () => () => true,
  never: () => () => false,
  /** The element or attribute at the path exists. */
  has: (argument) => {
    const [path = '', attribute] = argument.split('@');
    const names = pathOf(path);
    if (attribute === undefined) return (element) => hasElement(element, ...names);
    return (element) => selectElements(element, ...names).some((found) => found.attribute(attribute) !== undefined);
  },
  no: (path) => (element) => !hasElement(element, ...pathOf(path)),
  text: (path) => (element) => hasText(element, ...pathOf(path)),
  some: (path) => (element) => selectElements(element, ...pathOf(path)).some((found) => readElementText(found) !== ''),
  once: (path) => (element) => selectElements(element, ...pathOf(path)).length <= 1,
  /** At most two decimals. */
  decimals: (name) => (element) => hasDecimals(name === '' ? element : element.child(name), 2),
  notNegative: (path) => (element) => selectElements(element, ...pathOf(path)).some((found) => isAtLeast(found, 0)),
  /** The normalized text of a child is one of the values. */
  is: (argument) => {
    const [name = '', values = ''] = argument.split(' ');
    return (element) => values.split(',').includes(readElementText(element.child(name)));
  },
  /** The normalized text matches a regular expression. */
  matches: (pattern) => {
    const expression = new RegExp(pattern);
    return (element) => expression.test(readElementText(element));
  },
  /** The text as written matches a regular expression. */
  exactly: (pattern) => {
    const expression = new RegExp(pattern);
    return (element) => expression.test(element.text);
  },
  code: codeVerb(normalizeSpace),
  exactCode: codeVerb((text) => text),
};
