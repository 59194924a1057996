import { splitWords } from '@understudy/model';
import { spanOf } from '../words/number-words.js';
import { inMoney, isNumeric } from './amounts.js';
import type { Value } from './scope.js';
import { dot, type NamedMember } from './vocabulary.js';

/** The value that a member of something is. */
export function toValue(member: NamedMember, object: string, expression = dot(object, member.name)): Value {
  const { name, schema } = member;
  const isDate = /^date/.test(String(schema.keywords['format']));
  const unit = spanOf[splitWords(name).at(-1) ?? ''];
  if (unit !== undefined && isNumeric(schema.types)) return { expression, member, span: unit };
  return { expression: `${expression}${inMoney(member)}`, member, isDate };
}

export function escapeText(text: string): string {
  return text.replace(/[^a-z0-9 ]/gi, '\\$&');
}
