import { joinPointer } from '@understudy/contract';
import type { FlatSchema } from '@understudy/model';
import type { InferenceRule } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { ownMembers, partsOf, placeOfMember } from './numbers.js';

const names = /(?:[nN]umber|_no|No|nr|Nr|[rR]eference|[rR]ef|[cC]ode)$/;
const saysNumber =
  /\b(?:runs?|counts?|numbered) (?:on|up|through)\b|\bone (?:more|higher) than\b|\bby one\b|\bunique\b|\bno two\b|\bissued\b|\b(?:go|goes|count|counts) up\b|\bconsecutive\b|\bsequen/i;

const places = /^(?:(?:line|item|row|seq|sequence|order)_?)?(?:number|no|nr|position|pos|index|rank|sequence|line)$/i;
const saysPlace =
  /\b1, 2(?:,| and) |\bnumbered\b|\b(?:counted|counting|starting|starts|beginning|begins) (?:from|at|with) (?:1|one)\b|\bin (?:the )?order (?:given|sent|in which)\b|\bposition (?:in|within) the (?:list|order|[a-z]+)\b/i;

/** Infers that numbers in a form count up. */
export const sequences: InferenceRule = {
  id: 'sequence',
  says: 'A number that only the server gives, and whose pattern is a prefix and some digits, counts up, also as the key of records that nothing creates',
  *infer({ plan: { resources, schemas, operations } }) {
    const created = new Set(
      [...operations.values()].flatMap(({ does, resource }) => (does === 'create' ? [resource] : [])),
    );
    for (const resource of resources.values())
      for (const part of partsOf(schemas, resource))
        for (const { name, flat, says } of ownMembers(schemas, part)) {
          if (part.list !== undefined) {
            // The items of a list have ids of their own.
            const at = memberAt(resource.name, `${part.list}[].${name}`, 'form');
            const isId = name === 'id' && flat.types[0] === 'integer' && resource.writable.has(part.list);
            const isPlace =
              flat.types[0] === 'integer' && places.test(name) && saysPlace.test(says) && resource.key !== undefined;
            const reason = { from: placeOfMember(schemas, part, name), says: says === '' ? name : says };
            if (isId || isPlace) yield { at, value: 'integer', reason };
            // "In the order given: 1, 2, 3": each record counts its items.
            if (isPlace)
              yield { at: memberAt(resource.name, `${part.list}[].${name}`, 'per'), value: resource.key, reason };
            continue;
          }
          const isKey = name === resource.key;
          const isGenerated = isKey ? !resource.kept : created.has(resource);
          const isCount = flat.types.join() === 'integer' && !isKey && names.test(name) && saysNumber.test(says);
          const counts = isCount ? 'integer' : undefined;
          const form = flat.nullable || !isGenerated ? undefined : (sequenceForm(flat) ?? counts);
          if (form === undefined || !(names.test(name) || saysNumber.test(says))) continue;
          const reason = { from: placeOfMember(schemas, part, name), says: says === '' ? name : says };
          const at = isKey
            ? joinPointer('/resources', resource.name, 'key', 'form')
            : memberAt(resource.name, name, 'form');
          yield { at, value: form, reason };
        }
  },
};

/** The form of numbers that count, if a pattern is a prefix and some digits: `R-{sequence:6}`. */
export function sequenceForm({ keywords, types }: FlatSchema): string | undefined {
  const { pattern, example, examples } = keywords;
  if (!types.includes('string')) return undefined;
  if (typeof pattern !== 'string') {
    const [, prefix, digits = ''] = /^([A-Z]{1,6}[-_/]?)(\d{3,9})$/.exec(String(example ?? [examples].flat()[0])) ?? [];
    return prefix === undefined ? undefined : `${prefix}{sequence:${digits.length}}`;
  }
  const dated = /^\^([A-Za-z/-]{0,12})20(?:\[0-9\]|\\d)\{2\}([/-]?)(?:\[0-9\]|\\d)\{(\d{1,2})\}\$$/.exec(pattern);
  if (dated !== null) return `${dated[1]}{year}${dated[2]}{sequence:${dated[3]}}`;
  const [, prefix, digits] = /^\^([A-Za-z0-9_/-]{1,12})(?:\[0-9\]|\\d)\{(\d{1,2})\}\$$/.exec(pattern) ?? [];
  return prefix === undefined ? undefined : `${prefix}{sequence:${digits}}`;
}
