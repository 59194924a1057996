import { normalizeName, type Resource, splitWords, toSingular } from '@understudy/model';
import { fixedValueIn } from '../../prose/fixed-values.js';
import { plainText } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, vocabularyOf } from '../../prose/vocabulary.js';
import { functionWords, keyWords } from '../../words/generic-members.js';
import { isSameRecord, type KnownMember, listMembers, schemaPointerOf } from '../member-list.js';
import { ownMembers, partsOf, placeOfMember } from '../members/numbers.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { sentMembers } from '../sent-members.js';
import { wordOf } from './find-target.js';

const isText = (types: readonly string[]) =>
  types.length === 1 && ['string', 'integer', 'number', 'boolean'].includes(types[0] ?? '');

export const copiedMembers: InferenceRule = {
  id: 'copied-members',
  says: 'A member with the names of a reference and of a member of its record is a copy that follows it: `customerName` beside `customerId`. The items of a list keep the members that they share with what they refer to.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources } = known.plan;
    const byName = new Map([...resources.values()].map((each) => [each.name, each]));
    for (const own of resources.values()) {
      const stated = known.model.resources?.[own.name]?.members ?? {};
      const references = Object.entries(stated).flatMap(([path, { refersTo }]) => {
        const target = byName.get(refersTo ?? '');
        const isList = schemas.chosen(schemas.member(own.schema, path)).items !== undefined;
        const isOther = target !== undefined && !isSameRecord(schemas, own, target);
        return !isOther || isList || path.includes('[]') ? [] : [{ path, target }];
      });
      yield* copiesInItems(known, own, byName);
      if (references.length === 0) continue;
      for (const member of listMembers(schemas, own)) {
        if (member.list !== undefined || own.writable.has(member.name) || member.name === own.key) continue;
        // "The reading at completion; null for a booked service" is no copy that follows.
        if (member.schema.nullable && /\bnull\b/i.test(member.description)) continue;
        const value = findCopy(known, member, references) ?? describedCopy(known, member, references, own);
        const from = schemaPointerOf(schemas, own, member.name);
        if (value === undefined) continue;
        const says = member.description === '' ? member.name : member.description;
        const reason = from === undefined ? { says } : { from, says };
        yield { at: memberAt(own.name, member.path, 'value'), value, reason };
        // "The rent of the flat when the lease was drawn up" does not follow later rents.
        const kind = vocabularyOf(known).kinds.get(own.name);
        if (kind && sentencesOf(member.description).some((each) => fixedValueIn(plainText(each), kind) !== undefined))
          yield { at: memberAt(own.name, member.path, 'on'), value: 'create', reason };
      }
    }
  },
};

/** An item of a list has members of the record in its reference: `sku`, `unitPrice` and `productName` beside `productId`. */
function* copiesInItems(
  { plan: { schemas, operations }, model }: Knowledge,
  own: Resource,
  byName: ReadonlyMap<string, Resource>,
): Iterable<InferredStatement> {
  const stated = Object.entries(model.resources?.[own.name]?.members ?? {});
  for (const part of partsOf(schemas, own)) {
    const { list = '' } = part;
    const added = new Set(
      [...operations.values()].flatMap(({ resource, effects, operation }) =>
        resource === own && effects?.list?.member === list ? sentMembers(schemas, operation).map(([name]) => name) : [],
      ),
    );
    const isGiven = (name: string) => part.isGiven(name) || added.has(name);
    const sent = stated.filter(([path, { refersTo }]) => {
      return (
        refersTo !== undefined && list !== '' && path.startsWith(`${list}[].`) && isGiven(path.slice(list.length + 3))
      );
    });
    const [[path = '', { refersTo = '' } = {}] = [], another] = sent;
    const target = byName.get(refersTo);
    if (target === undefined || another !== undefined) continue;
    const key = path.slice(list.length + 3);
    const record = `find(${JSON.stringify(target.name)}, ${dot('item', key)})`;
    const copies = new Map([...schemas.chosen(target.schema).properties].map(([name]) => [normalizeName(name), name]));
    const stems = [splitWords(key).slice(0, -1), splitWords(toSingular(wordOf(target))), ['unit']].map((words) =>
      words.join(''),
    );
    for (const { name, flat } of ownMembers(schemas, part)) {
      const plain = normalizeName(name);
      const [found = ''] = ['', ...stems].flatMap((stem) =>
        plain.startsWith(stem) ? (copies.get(plain.slice(stem.length)) ?? []) : [],
      );
      const copied = schemas.chosen(schemas.member(target.schema, found));
      const isState = /^(?:status|state|id)$/i.test(found) || found === target.key;
      if (found === '' || isGiven(name) || isState || isDate(copied) || !isAlike(copied.types, flat.types)) continue;
      const reason = { from: placeOfMember(schemas, part, name), says: name };
      yield { at: memberAt(own.name, `${list}[].${name}`, 'value'), value: dot(record, found), reason };
      yield { at: memberAt(own.name, `${list}[].${name}`, 'on'), value: 'create', reason };
    }
  }
}

function findCopy(
  { plan: { schemas } }: Knowledge,
  member: KnownMember,
  references: readonly { readonly path: string; readonly target: Resource }[],
): string | undefined {
  const copies = references.flatMap(({ path, target }) => {
    const words = splitWords(path);
    if (words.length < 2 || !keyWords.has(words.at(-1) ?? '') || path === member.path) return [];
    const stem = words.slice(0, -1);
    const own = splitWords(member.name);
    const rest = own.slice(stem.length).join('');
    if (own.slice(0, stem.length).join(' ') !== stem.join(' ') || rest === '') return [];
    const copied = [...schemas.chosen(target.schema).properties].find(
      ([name]) => normalizeName(name) === rest && name !== target.key,
    );
    // A time at which something happened to the other may have another meaning here.
    if (
      copied === undefined ||
      isDate(schemas.chosen(copied[1])) ||
      !isAlike(schemas.chosen(copied[1]).types, member.schema.types)
    )
      return [];
    return [dot(`find(${JSON.stringify(target.name)}, ${dot('self', path)})`, copied[0])];
  });
  return copies.length === 1 ? copies[0] : undefined;
}

/** "Price of the part": the member of the same name of the one record that the description names. */
function describedCopy(
  { plan: { schemas } }: Knowledge,
  { name, description, schema }: KnownMember,
  references: readonly { readonly path: string; readonly target: Resource }[],
  own: Resource,
): string | undefined {
  // "The name of the account" of an account is its own.
  const others = references.filter(({ target }) => wordOf(target) !== wordOf(own));
  const copies = others.flatMap(({ path, target }) => {
    const copied = schemas.chosen(schemas.member(target.schema, name));
    // "The status of the order line" is not that of the order.
    const isNamed = new RegExp(
      `^(?:the )?[a-z]+(?: [a-z]+)? of the ${toSingular(wordOf(target))}(?= *(?:$|\\W)(?! ?[a-z])| (?:${functionWords})\\b)`,
      'i',
    ).test(description);
    const isOther = name === target.key || isDate(copied) || !isAlike(copied.types, schema.types);
    return !isNamed || isOther ? [] : [dot(`find(${JSON.stringify(target.name)}, ${dot('self', path)})`, name)];
  });
  return copies.length === 1 ? copies[0] : undefined;
}

function isDate({ keywords }: Pick<KnownMember['schema'], 'keywords'>): boolean {
  return /^date/.test(String(keywords['format']));
}

function isAlike(one: readonly string[], other: readonly string[]): boolean {
  return isText(one) && one.join() === other.join();
}
