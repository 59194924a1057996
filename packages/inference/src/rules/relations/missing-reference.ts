import { type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { errorCodeIn } from '../../prose/error-code.js';
import { mentions, textBefore } from '../../prose/phrase.js';
import { reasonsOf } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { keyWords } from '../../words/generic-members.js';
import { isUnknownCode, saysMustExist, saysUnknown } from '../../words/unknown-things.js';
import type { KnownMember } from '../member-list.js';
import { listRefusals, placeOfOperation, sentencesAbout } from '../refusals.js';
import type { Knowledge } from '../rule.js';
import { wordOf } from './find-target.js';

/** How an unknown key in a member is refused. */
interface MissingReference {
  readonly status: number;
  readonly code?: string | undefined;
  /** The kind of the error, for a general kind. */
  readonly kind?: 'invalid';
  readonly from: string;
  readonly says: string;
}

const statuses = [422, 404, 400, 409];

/** Finds what the operations that store a member say about an unknown key in it. */
export function findMissingReference(
  { document, plan }: Knowledge,
  own: Resource,
  { member, target }: { readonly member: KnownMember; readonly target: Resource },
): MissingReference | undefined {
  const isSent = [...own.writable.keys()].includes(member.list ?? member.name);
  if (!isSent) return undefined;
  const storing = [...plan.operations.values()].filter(({ resource, does, effects }) => {
    return resource === own && effects === undefined && ['create', 'replace', 'update'].includes(does);
  });
  const creating = storing.filter(({ does }) => does === 'create');
  const sorted = [...creating, ...storing.filter((each) => !creating.includes(each))];
  const names = namesOf(member, target);
  for (const each of sorted) {
    const found = inRefusals(document, each, { names, target }) ?? inProse(document, each, { names, member, own });
    if (found !== undefined) return found;
  }
  if (member.list !== undefined) return undefined;
  for (const each of creating) {
    const [refusal] = listRefusals(document, each, [404]);
    if (refusal === undefined || refusal.sentences.some((sentence) => namesOther(plan.resources, sentence, names)))
      continue;
    if (refusal.sentences.some((sentence) => saysUnknown.test(sentence)) && !each.operation.path.includes('{'))
      return { status: 404, code: codeOf(refusal.sentences), from: refusal.at, says: refusal.sentences.join(' ') };
  }
  return undefined;
}

/** True if a sentence is about another thing. */
function namesOther(resources: Knowledge['plan']['resources'], sentence: string, names: readonly string[]): boolean {
  const words = [...resources.values()].map(wordOf);
  return words.some((word) => mentions(sentence, word) && !names.some((name) => mentions(name, word)));
}

/** The names of the thing that a member refers to in prose: `customerId`, `customer`, `billing customer`. */
function namesOf({ name }: KnownMember, target: Resource): string[] {
  const words = splitWords(name);
  const stem = keyWords.has(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : name;
  return [name, stem, wordOf(target)].filter((each) => each.length > 2);
}

function inRefusals(
  document: Knowledge['document'],
  each: OperationPlan,
  { names, target }: { readonly names: readonly string[]; readonly target: Resource },
): MissingReference | undefined {
  const isInPath = each.through.some(({ resource }) => resource === target);
  for (const { status, sentences, at, isShared } of listRefusals(document, each, statuses)) {
    // A shared response is about the thing of the path, and so is 404 if the path names the target.
    if (isShared || (status === 404 && isInPath)) continue;
    for (const sentence of sentences) {
      const name = names.find((one) => mentions(sentence, one));
      const coded = reasonsOf(sentence).find(({ code }) => isCodeOf(code, names));
      if (coded === undefined && (name === undefined || !saysUnknown.test(sentence))) continue;
      const code = coded?.code ?? errorCodeIn(sentence, textBefore(sentence, name ?? '')?.length);
      return { status, code, from: at, says: sentence };
    }
  }
  return undefined;
}

/** True if a code says that something with one of some names does not exist. */
function isCodeOf(code: string | undefined, names: readonly string[]): boolean {
  const words = splitWords(code ?? '').join(' ');
  return isUnknownCode.test(words) && names.some((name) => mentions(words, name));
}

function inProse(
  document: Knowledge['document'],
  each: OperationPlan,
  { names, member, own }: { readonly names: readonly string[]; readonly member: KnownMember; readonly own: Resource },
): MissingReference | undefined {
  const [refusal] = listRefusals(
    document,
    each,
    statuses.filter((status) => status !== 409),
  );
  // A described error of any status can be 400.
  const isOpen = refusal === undefined && each.operation.statuses.includes('default');
  if (refusal === undefined && !isOpen) return undefined;
  const ofMember = factsOf(member.description).find((sentence) => saysMustExist.test(sentence));
  const ofOperation = sentencesAbout(each).find(
    (sentence) => /must exist|ha(?:s|ve) to exist/i.test(sentence) && names.some((name) => mentions(sentence, name)),
  );
  const says = ofMember ?? ofOperation;
  const own404 = each.operation.path.includes('{') && refusal?.status === 404;
  const status = own404 ? 422 : (refusal?.status ?? 400);
  return says === undefined || !own.writable.has(member.list ?? member.name)
    ? undefined
    : { status, ...(isOpen ? { kind: 'invalid' as const } : {}), from: placeOfOperation(each.operation), says };
}

function codeOf(sentences: readonly string[]): string | undefined {
  const found = new Set(sentences.flatMap((sentence) => errorCodeIn(sentence) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}
