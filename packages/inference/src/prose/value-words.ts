import { remember, splitWords } from '@understudy/model';
import { spanOf } from '../words/number-words.js';
import { isNumber, isNumeric, numberAt } from './amounts.js';
import { articles } from './phrases.js';
import type { Scope, Value } from './scope.js';
import { dot, type NamedMember } from './vocabulary.js';

/** The value that a member of something is. */
export function toValue(member: NamedMember, object: string, expression = dot(object, member.name)): Value {
  const { name, schema } = member;
  const isDate = /^date/.test(String(schema.keywords['format']));
  const unit = spanOf[splitWords(name).at(-1) ?? ''];
  if (unit !== undefined && isNumeric(schema.types)) return { expression, member, span: unit };
  return { expression: numberAt(member, expression), member, isDate };
}

export function escapeText(text: string): string {
  return text.replace(/[^a-z0-9 ]/gi, '\\$&');
}

const numbersByWords = new WeakMap<Scope['kind']['members'], ReadonlyMap<string, readonly NamedMember[]>>();

/** Numbers by the first words of their descriptions. */
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

/** "Places reserved" is the number with these first words in its description. */
export function describedAs(text: string, { kind, variable }: Scope): Value | undefined {
  const phrase = text.replace(articles, '');
  const numbers = remember(numbersByWords, kind.members, () => indexNumbers([...kind.members.values()]));
  const [only, another] = numbers.get(phrase) ?? [];
  // "Null while it is open" describes no value.
  return only === undefined || another !== undefined || !phrase.includes(' ') || phrase.startsWith('null ')
    ? undefined
    : toValue(only, variable);
}
