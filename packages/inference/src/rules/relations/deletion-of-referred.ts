import { joinPointer } from '@understudy/contract';
import type { OperationPlan, Resource } from '@understudy/model';
import { errorCodeIn } from '../../prose/error-code.js';
import { mentions, textBefore } from '../../prose/phrase.js';
import { saysAlso, saysGone, saysInUse, saysKept, saysRemoves } from '../../words/unknown-things.js';
import { listRefusals, placeOfOperation, sentencesAbout } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { wordOf } from './find-target.js';

/** Words between what a record has and its name that do not select some of it. */
const plainWords = new Set(
  'has have with contains contain of its any other by in on the still some existing or and one a an to more referenced used assigned linked attached associated dependent all'.split(
    ' ',
  ),
);

/** Words of a refusal that do not say what refers to the record. */
const isGeneral =
  /\b(?:in use|still (?:referenced|used)|has dependent|is (?:referenced|used)(?: by (?:other|another))?)\b/i;

export const deletionOfReferred: InferenceRule = {
  id: 'deletion-of-referred',
  says: 'A record that others refer to cannot be deleted if the refusal of its deletion names them, or that it is in use.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { operations } = known.plan;
    for (const operation of operations.values()) {
      const { resource, does } = operation;
      if (does !== 'delete' || resource === undefined) continue;
      const referring = listReferring(known, resource);
      if (referring.length === 0) continue;
      yield* removedWith(operation, referring);
      const [refusal] = listRefusals(known.document, operation, [409]);
      if (refusal === undefined) continue;
      const sentences = [...refusal.sentences, ...sentencesAbout(operation)].filter(
        (each) => saysInUse.test(each) && !referring.some((one) => fateIn(each, wordOf(one.resource)) !== undefined),
      );
      yield* infer(operation, { referring, sentences, from: refusal.at });
    }
  },
};

/** "Deletes the list and all its cards", "Its cards go with it", "The cards remain on file". */
function* removedWith(operation: OperationPlan, referring: readonly Referring[]): Iterable<InferredStatement> {
  const from = placeOfOperation(operation.operation);
  for (const { resource, member } of referring)
    for (const says of sentencesAbout(operation)) {
      const value = member === undefined || member.includes('[]') ? undefined : fateIn(says, wordOf(resource));
      if (member === undefined || value === undefined) continue;
      yield { at: memberAt(resource.name, member, 'deleted'), value, reason: { from, says } };
    }
}

/** What a sentence says of the records that refer to a deleted one. */
function fateIn(says: string, word: string): 'remove' | 'keep' | undefined {
  const before = textBefore(says, word);
  if (before === undefined) return undefined;
  const after = says.slice(before.length).replace(/^\S+/, '');
  if (saysKept.test(after)) return 'keep';
  if (saysGone.test(after)) return 'remove';
  const isOther =
    /\b(?:not|never|keeps?|cannot|refused)\b|n['’]t\b/i.test(says) || /^[^,.;]* (?:is|are|becomes?) /.test(after);
  return !isOther && (saysAlso.test(before) || saysRemoves.test(before)) ? 'remove' : undefined;
}

interface Referring {
  readonly resource: Resource;
  /** Undefined for a record whose path leads through the other. */
  readonly member?: string;
}

function listReferring({ plan, model }: Knowledge, target: Resource): Referring[] {
  return [...plan.resources.values()].flatMap((resource): Referring[] => {
    if (resource === target) return [];
    const members = Object.entries(model.resources?.[resource.name]?.members ?? {});
    const own = members.flatMap(([member, { refersTo }]) => (refersTo === target.name ? [{ resource, member }] : []));
    return own.length === 0 && resource.parent === target.shape && !resource.single ? [{ resource }] : own;
  });
}

function* infer(
  { operation, resource }: OperationPlan,
  found: { readonly referring: readonly Referring[]; readonly sentences: readonly string[]; readonly from: string },
): Iterable<InferredStatement> {
  const named = new Set<Resource>();
  const own = { operationId: operation.operationId, key: resource?.key ?? 'id' };
  for (const each of found.referring)
    for (const says of found.sentences) {
      if (named.has(each.resource) || !isPlainlyNamed(says, wordOf(each.resource), resource)) continue;
      named.add(each.resource);
      yield* refuse(own, each, { says, from: found.from });
    }
  const says = found.sentences.find((sentence) => isGeneral.test(sentence));
  if (named.size > 0 || says === undefined) return;
  for (const each of found.referring)
    if (each.member !== undefined) yield* refuse(own, each, { says, from: found.from });
}

function isPlainlyNamed(sentence: string, word: string, own: Resource | undefined): boolean {
  const before = textBefore(sentence, word);
  // "One of the connectors has a running session" is about some of them.
  if (/\b(?:one|any|some|none|each|most) of (?:the |its |their )?$/i.test(before ?? '')) return false;
  // "It has a session that is running" is about some of them, too.
  if (/^ ?\w+ (?:that|which|who) (?:is|are|has|have) /.test(sentence.slice(before?.length ?? 0))) return false;
  const last = /([A-Za-z]+)\W*$/.exec(before ?? '')?.[1]?.toLowerCase();
  const isSubject = own !== undefined && mentions(wordOf(own), word);
  return before !== undefined && last !== undefined && !isSubject && plainWords.has(last);
}

/** A refusal with a code of its own is a condition of the operation. */
function* refuse(
  { operationId, key }: { readonly operationId: string; readonly key: string },
  { resource, member }: Referring,
  reason: { readonly says: string; readonly from: string },
): Iterable<InferredStatement> {
  const code = errorCodeIn(reason.says);
  const [, list, inner] = /^(\w+)\[\]\.(\w+)$/.exec(member ?? '') ?? [];
  if (member !== undefined && code === undefined && list === undefined) {
    yield { at: memberAt(resource.name, member, 'deleted'), value: 'refuse', reason };
    return;
  }
  const kind = code ?? 'used';
  const all = JSON.stringify(resource.name);
  const condition =
    list === undefined
      ? `of(${all}).size() == 0`
      : `!all(${all}).exists(each, each.${list}.exists(item, item.${inner} == self.${key}))`;
  yield { at: joinPointer('/operations', operationId, 'needs', kind), value: condition, reason };
  if (code === undefined) return;
  yield { at: joinPointer('/errors', kind, 'status'), value: 409, reason };
  yield { at: joinPointer('/errors', kind, 'code'), value: code, reason };
}
