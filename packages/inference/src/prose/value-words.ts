import { remember, splitWords } from '@understudy/model';
import { spanOf } from '../words/number-words.js';
import { isNumber, isNumeric, numberAt } from './amounts.js';
import { articles } from './phrases.js';
import type { Scope, Value } from './scope.js';
import { dot, type NamedMember } from './vocabulary.js';

/** Converts a member of an object to a value. */
export function toValue(member: NamedMember, object: string, expression = dot(object, member.name)): Value {
  const { name, schema } = member;
  const isDate = /^date/.test(String(schema.keywords['format']));
  const unit = spanOf[splitWords(name).at(-1) ?? ''];
  if (unit !== undefined && isNumeric(schema.types)) return { expression, member, span: unit };
  return { expression: numberAt(member, expression), member, isDate };
}

/** Reads a member of a nested object: `applicant.age`. */
export function nestedValue(text: string, { kind, variable, vocabulary }: Scope): Value | undefined {
  const [head, ...inside] = /^\w+(?:\.\w+){1,3}$/.test(text) ? text.split('.') : [];
  const find = (names: Iterable<string>, name: string) => [...names].find((each) => each.toLowerCase() === name);
  const object = find(kind.members.keys(), head ?? '');
  if (object === undefined) return undefined;
  let [schema, expression] = [kind.members.get(object)?.schema, dot(variable, object)];
  for (const each of inside) {
    const name = find(schema?.properties.keys() ?? [], each) ?? '';
    schema = name === '' ? undefined : vocabulary.schemas.chosen(schema?.properties.get(name));
    expression = dot(expression, name);
  }
  return schema && toValue({ name: inside.at(-1) ?? '', schema, description: '' }, '', expression);
}

const numbersByWords = new WeakMap<Scope['kind']['members'], ReadonlyMap<string, readonly NamedMember[]>>();

/** Indexes numbers by the first words of their descriptions. */
function indexNumbers(members: readonly NamedMember[]): ReadonlyMap<string, readonly NamedMember[]> {
  const found = new Map<string, NamedMember[]>();
  for (const each of members) {
    if (!isNumber(each)) continue;
    const [head = ''] = each.description
      .toLowerCase()
      .replace(/[`"]/g, '')
      .split(/[,;:.(]| that is /);
    const words = head.trim().replace(articles, '');
    found.set(words, [...(found.get(words) ?? []), each]);
  }
  return found;
}

/** Finds the number whose description starts with these words: "Places reserved". */
export function describedAs(text: string, { kind, variable }: Scope): Value | undefined {
  const phrase = text.replace(articles, '');
  const numbers = remember(numbersByWords, kind.members, () => indexNumbers([...kind.members.values()]));
  const [only, another] = numbers.get(phrase) ?? [];
  // "Null while it is open" does not describe the value.
  return only === undefined || another !== undefined || !phrase.includes(' ') || phrase.startsWith('null ')
    ? undefined
    : toValue(only, variable);
}

/** Matches "the seconds that the request asked for", "the seconds given in the body". */
export const ofRequest =
  /,? (?:(?:of|in|from) the (?:request|body|call)|(?:that |which )?(?:the (?:request|body|caller|client|call)|you) (?:has |have |had )?[a-z]+(?: for)?|(?:that (?:is|was|were|are) )?(?:sent|given|asked for|named|stated|set|specified|requested)(?: (?:in|with|by) the (?:request|body|caller|client|call))?)$/;

/** Adds spaces around the operators of a formula. */
export function spaced(formula: string): string {
  return formula.replace(/(?<=[\w)]) ?([*×·÷]) ?(?=[\w(])/g, ' $1 ').replace(/(?<=[\w)])\/(?=[\w(])/g, ' / ');
}
