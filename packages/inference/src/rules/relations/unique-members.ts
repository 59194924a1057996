import { joinPointer } from '@understudy/contract';
import { type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { errorCodeIn } from '../../prose/error-code.js';
import { listErrorCodes } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { mentions } from '../../prose/phrase.js';
import { reasonsOf } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { saysTaken, saysUnique } from '../../words/unique-values.js';
import { type KnownMember, listMembers, namedMembers, schemaPointerOf } from '../member-list.js';
import { listRefusals, placeOfOperation, sentencesAbout } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { wordOf } from './find-target.js';
import { listTaken } from './taken-members.js';

export const uniqueMembers: InferenceRule = {
  id: 'unique-members',
  says: 'No two records share a member that its description calls unique, or that the refusal of a creation names as taken.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources, operations } = known.plan;
    for (const resource of resources.values()) {
      if (!resource.kept || resource.single) continue;
      const parent = parentMember(known, resource);
      if (resource.parents > 0 && parent === undefined) continue;
      const members = listMembers(schemas, resource).filter((each) => canBeUnique(resource, each));
      const creations = [...operations.values()].filter((each) => each.resource === resource && creates(each));
      for (const creation of creations) {
        yield* fromRefusal(known, creation, { resource, members, parent });
        yield* codeOfKey(known, creation, resource);
      }
      for (const action of operations.values())
        if (action.resource === resource && action.does === 'act') yield* fromAction(known, action, resource);
      for (const member of members) {
        const says = factsOf(member.description).find((sentence) => saysUnique.test(sentence));
        if (says === undefined) continue;
        const within = scopeIn(known, resource, says);
        if (within === undefined) continue;
        const from = schemaPointerOf(schemas, resource, member.name);
        const reason = from === undefined ? { says } : { from, says };
        yield { at: uniqueAt(resource, member.name), value: { members: [...within, member.name] }, reason };
      }
    }
  },
};

/** "Within a term a code occurs once": the other members that limit where a value is unique. */
function membersWithin(says: string, names: readonly string[], members: readonly KnownMember[]): readonly string[] {
  const limits = (name: string) =>
    new RegExp(
      `\\b(?:within|per|in|for) (?:(?:an?|each|one|every|the|this|the same|the given|a given) )?${splitWords(name).join('[ _]')}\\b`,
      'i',
    );
  return members.flatMap(({ name }) => (!names.includes(name) && limits(name).test(says) ? [name] : []));
}

/** "Product codes are unique (409 `code_exists`)": the error for a duplicate key. */
function* codeOfKey(known: Knowledge, creation: OperationPlan, resource: Resource): Iterable<InferredStatement> {
  const key = listMembers(known.plan.schemas, resource).filter(({ path }) => path === resource.key);
  if (!resource.writable.has(resource.key ?? '')) return;
  for (const says of sentencesAbout(creation)) {
    if (listTaken(known.plan.resources, resource, key, says).length === 0) continue;
    const [{ code } = { code: undefined }] = listErrorCodes(says, otherNamesIn(known.document));
    const at = joinPointer('/operations', creation.operation.operationId, 'errors', '409', 'code');
    if (code !== undefined) yield { at, value: code, reason: { from: placeOfOperation(creation.operation), says } };
  }
}

/** Finds unique members in the request of an action: "No two orders can share a number". */
function* fromAction(known: Knowledge, action: OperationPlan, resource: Resource): Iterable<InferredStatement> {
  const { schemas } = known.plan;
  const own = listMembers(schemas, resource).filter(({ list, name }) => list === undefined && name !== resource.key);
  for (const [name, schema] of sentMembers(schemas, action.operation)) {
    const member = own.find((each) => each.name === name);
    const texts = [schemas.chosen(schema).keywords['description'], member?.description];
    const says = texts.flatMap(factsOf).find((sentence) => saysUnique.test(sentence));
    if (member === undefined || says === undefined || resource.writable.has(name)) continue;
    const codes = listRefusals(known.document, action, [409, 422]).flatMap(({ sentences, status, at }) =>
      sentences.flatMap((each) =>
        listErrorCodes(each, otherNamesIn(known.document)).flatMap(({ code }) =>
          takenByCode(code.replace(/used$/i, 'taken'), [member]).length > 0 ? [{ code, status, at }] : [],
        ),
      ),
    );
    const [{ code, status, at } = { code: undefined, status: 409, at: placeOfOperation(action.operation) }] = codes;
    const reason = { from: at, says };
    yield {
      at: uniqueAt(resource, name),
      value: { members: [name], ...(code === undefined ? {} : { otherwise: code }) },
      reason,
    };
    if (code === undefined) continue;
    yield { at: joinPointer('/errors', code, 'status'), value: status, reason };
    yield { at: joinPointer('/errors', code, 'code'), value: code, reason };
  }
}

/** Values that are unique in the whole API. */
const everywhere =
  /\b(?:across|within|in|for|among) (?:the |all |this |your |our )*(?:system|company|api|platform|service|organi[sz]ation|account|workspace|\w+s)\b/i;

/** Words about a value in use for some time only. */
const ofTime =
  /\b(?:at|in|for|during|on) (?:that|this|these|those|the|the same) (?:times?|period|days?|dates?|hours?)\b|\boverlap/i;

/** Values of a record below another one that are unique in the whole API. */
const inWhole =
  /\b(?:in|across|throughout|within) (?:the|our|all the) (?:whole|entire) \w+|\b(?:anywhere|everywhere|globally)\b/i;

/** The members within which a value is unique: none for all records. Undefined if that is not known. */
function scopeIn(known: Knowledge, resource: Resource, says: string): readonly string[] | undefined {
  const members = Object.entries(known.model.resources?.[resource.name]?.members ?? {});
  const named = members.flatMap(([path, { refersTo = '' }]) =>
    !path.includes('[]') && mentions(says, wordOf({ name: refersTo })) ? [path] : [],
  );
  const isScoped = /\b(?:within|per|in|for|among|inside|under)\b/i.test(says);
  if (isScoped && named.length === 1) return named;
  if (resource.parents > 0 && !inWhole.test(says)) return undefined;
  return !isScoped || everywhere.test(says) || inWhole.test(says) ? [] : undefined;
}

function creates({ does, effects }: OperationPlan): boolean {
  return does === 'create' && effects === undefined;
}

/** Many records are of one day. */
function isOnlyDate([name, more]: readonly string[], members: readonly KnownMember[]): boolean {
  const { schema } = members.find((each) => each.name === name) ?? {};
  return more === undefined && /^date|^time/.test(String(schema?.keywords['format']));
}

interface Candidates {
  readonly resource: Resource;
  readonly members: readonly KnownMember[];
  /** The member with the key of the record above it in its path: values are unique there. */
  readonly parent: string | undefined;
}

function parentMember({ model, plan }: Knowledge, { name, parent }: Resource): string | undefined {
  const above = plan.resources.get(parent ?? '')?.name;
  const members = Object.entries(model.resources?.[name]?.members ?? {});
  return members.find(([, { refersTo }]) => above !== undefined && refersTo === above)?.[0];
}

/** A scalar that a request sets and that is not the key. */
function canBeUnique({ key, writable }: Resource, { name, list, schema }: KnownMember): boolean {
  const { types, keywords } = schema;
  const isScalar = types.length > 0 && types.every((type) => ['string', 'integer', 'number'].includes(type));
  return list === undefined && name !== key && isScalar && keywords['enum'] === undefined && writable.has(name);
}

function uniqueAt({ name }: Resource, member: string): string {
  return joinPointer('/resources', name, 'unique', member);
}

/** `serial_number_taken` and `duplicateEmail` name the one member. */
function takenByCode(code: string | undefined, members: readonly KnownMember[]): (readonly string[])[] {
  const words = splitWords(code ?? '').join(' ');
  const named = members.filter(({ name }) => words !== splitWords(name).join(' ') && mentions(words, name));
  const isTaken = /\b(?:taken|duplicate|exists|in use|not unique|already used)\b/.test(words);
  return isTaken && named.length === 1 && named[0] !== undefined ? [[named[0].name]] : [];
}

/** The code that sentences with several codes have for one of the members. */
function codeOf(names: readonly string[], sentences: readonly string[]): string | undefined {
  const words = names.map((name) => splitWords(name).join(' '));
  return sentences
    .map((each) => reasonsOf(each).filter(({ code }) => code !== undefined))
    .flatMap((coded) => (coded.length > 1 ? coded : []))
    .find(({ said, code = '' }) =>
      words.some((word) => mentions(splitWords(said).join(' '), word) || mentions(splitWords(code).join(' '), word)),
    )?.code;
}

/** "A customer with this email address already exists", "The barcode is already in use (code `duplicate_barcode`)". */
function* fromRefusal(
  known: Knowledge,
  creation: OperationPlan,
  { resource, members, parent }: Candidates,
): Iterable<InferredStatement> {
  const refusals = listRefusals(known.document, creation, [409, 422, 400]);
  const about = sentencesAbout(creation);
  const said = refusals.slice(0, 1).map((each) => ({ ...each, sentences: about, isShared: false }));
  for (const { status, sentences, at, isShared } of [...refusals, ...said]) {
    if (isShared) continue;
    const codes = new Set(sentences === about ? [] : sentences.flatMap((each) => errorCodeIn(each) ?? []));
    for (const [index, says] of sentences.entries()) {
      const isOwn = sentences === about;
      if ((isOwn && !saysUnique.test(says) && !saysTaken.test(says)) || ofTime.test(says)) continue;
      // The next sentence can name the code: "A second one is refused with `email_taken`".
      const code =
        errorCodeIn(says) ??
        errorCodeIn(says.endsWith(';') ? (sentences[index + 1] ?? '') : '') ??
        (codes.size === 1 ? [...codes][0] : undefined) ??
        (isOwn
          ? listErrorCodes(`${says} ${sentences[index + 1] ?? ''}`, otherNamesIn(known.document))[0]?.code
          : undefined);
      const listed = listTaken(known.plan.resources, resource, members, says);
      const named = isOwn && listed.length === 0 ? namedMembers(says, members) : [];
      const read = named.length === 1 && named[0] !== undefined ? [[named[0].name]] : listed;
      const byCode = takenByCode(code, members).map(([name = '']) => {
        // "This author already has a book with this title"
        const others = members.filter((each) => each.name !== name && /string/.test(each.schema.types.join()));
        const owner = others.filter((each) =>
          new RegExp(
            `\\b(?:this|the same|that) ${splitWords(each.name).join(' ')} (?:already )?(?:has|have|uses?|sent|issued)\\b`,
            'i',
          ).test(says),
        );
        return [...owner.map((each) => each.name), name];
      });
      const groups = (read.length > 0 ? read : byCode).filter((group) => !isOnlyDate(group, members));
      if (groups.length === 0) continue;
      const kind = code ?? 'duplicate';
      const reason = { from: at, says };
      for (const names of groups) {
        const own = codeOf(names, isOwn && code === undefined ? refusals.flatMap((each) => each.sentences) : [says]);
        const otherwise = (own ?? code) === undefined ? {} : { otherwise: own ?? kind };
        const isWide = about.some((each) => inWhole.test(each) && names.some((name) => mentions(each, name)));
        const within = parent === undefined || isWide ? [] : [parent];
        const limits = [...within, ...membersWithin(says, names, members)];
        const isLimited = /\b(?:within|inside|per) (?:an?|the|each|one|this|its)\b/i.test(says);
        if (isLimited && limits.length === 0 && !everywhere.test(says) && !inWhole.test(says)) continue;
        const value = { members: [...limits, ...names], ...otherwise };
        yield { at: uniqueAt(resource, names.join('-')), value, reason };
        if (own !== undefined && own !== code) {
          yield { at: joinPointer('/errors', own, 'status'), value: status, reason };
          yield { at: joinPointer('/errors', own, 'code'), value: own, reason };
        }
      }
      if (code === undefined && status === 409) continue;
      yield { at: joinPointer('/errors', kind, 'status'), value: status, reason };
      if (code !== undefined) yield { at: joinPointer('/errors', kind, 'code'), value: code, reason };
    }
  }
}
