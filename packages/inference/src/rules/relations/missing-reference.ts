import { type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { errorCodeIn } from '../../prose/error-code.js';
import { listErrorCodes } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { mentions, textBefore } from '../../prose/phrase.js';
import { reasonsOf } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { keyWords } from '../../words/generic-members.js';
import {
  isUnknownCode,
  namesUnknown,
  refusesOthers,
  saysMustExist,
  saysOfBodies,
  saysOfOther,
  saysRefused,
  saysUnknown,
} from '../../words/unknown-things.js';
import type { KnownMember } from '../member-list.js';
import { listRefusals, placeOfOperation, sentencesAbout } from '../refusals.js';
import type { Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
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

/** A member that refers to records. */
interface Reference {
  readonly names: readonly string[];
  readonly member: KnownMember;
  readonly own: Resource;
  readonly target: Resource;
}

/** Finds what the operations that store a member say about an unknown key in it. */
export function findMissingReference(
  known: Knowledge,
  own: Resource,
  { member, target }: { readonly member: KnownMember; readonly target: Resource },
): MissingReference | undefined {
  const { document, plan } = known;
  const storing = [...plan.operations.values()].filter((each) => stores(known, each, own, member));
  const creating = storing.filter(({ does }) => does === 'create');
  const sorted = [...creating, ...storing.filter((each) => !creating.includes(each))];
  const reference: Reference = { names: namesOf(member, target), member, own, target };
  for (const each of sorted) {
    const found =
      inRefusals(document, each, reference) ?? inProse(known, each, reference) ?? inGeneral(known, each, reference);
    if (found !== undefined) return found;
  }
  if (member.list !== undefined) return undefined;
  const { names } = reference;
  for (const each of creating) {
    const [refusal] = listRefusals(document, each, [404]);
    if (refusal === undefined || refusal.sentences.some((sentence) => namesOther(plan.resources, sentence, names)))
      continue;
    if (refusal.sentences.some((sentence) => saysUnknown.test(sentence)) && !each.operation.path.includes('{'))
      return { status: 404, code: codeOf(refusal.sentences), from: refusal.at, says: refusal.sentences.join(' ') };
  }
  return undefined;
}

/** True if a request of an operation sets a member, or adds an item with it. */
function stores(
  { plan: { schemas } }: Knowledge,
  { resource, does, effects, operation }: OperationPlan,
  own: Resource,
  { name, list }: KnownMember,
): boolean {
  if (resource !== own) return false;
  if (does === 'act')
    return (
      (list === undefined || (effects?.list?.mode === 'add' && effects.list.member === list)) &&
      sentMembers(schemas, operation).some(([sent]) => sent === name)
    );
  return effects === undefined && ['create', 'replace', 'update'].includes(does) && own.writable.has(list ?? name);
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
  { names, target }: Reference,
): MissingReference | undefined {
  const isInPath = each.through.some(({ resource }) => resource === target);
  for (const { status, sentences, at, isShared } of listRefusals(document, each, statuses)) {
    // A shared response is about the thing of the path, and so is 404 if the path names the target.
    if (isShared || (status === 404 && isInPath)) continue;
    for (const sentence of sentences) {
      const name = names.find((one) => mentions(sentence, one));
      const all = [...reasonsOf(sentence), ...listErrorCodes(sentence, otherNamesIn(document))];
      const coded = all.find(({ code }) => isCodeOf(code, names));
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
  return isUnknownCode.test(words) && namesOneOf(words, names);
}

function namesOneOf(text: string, names: readonly string[]): boolean {
  return names.some((name) => mentions(text, name));
}

/** "Has to be an owner on file", "A `vehicleId` we do not know counts as a wrong input". */
function inProse(known: Knowledge, each: OperationPlan, reference: Reference): MissingReference | undefined {
  const { document, plan } = known;
  const { names, member } = reference;
  const described = listRefusals(
    document,
    each,
    statuses.filter((status) => status !== 409),
  );
  // A described error of any status can be 400.
  const isOpen = described.length === 0 && each.operation.statuses.includes('default');
  if (described.length === 0 && !isOpen) return undefined;
  const [, sent] = sentMembers(plan.schemas, each.operation).find(([name]) => name === member.name) ?? [];
  const texts = [member.description, descriptionOf(plan.schemas, sent)].map((text) => factsOf(text).join(' '));
  const says =
    texts.find((text) => saysMustExist.test(text) || refusesOthers.test(text) || refusesUnknown(text)) ??
    withAnswers(sentencesAbout(each)).find(
      (sentence) =>
        !saysOfOther.test(sentence) &&
        (saysMustExist.test(sentence) || refusesUnknown(sentence)) &&
        names.some((name) => mentions(sentence, name)),
    );
  if (says === undefined) return undefined;
  const from = placeOfOperation(each.operation);
  const codes = listErrorCodes(says, otherNamesIn(document));
  // "If not, the answer is `unknown_boat` or `unknown_berth`"
  const [code, another] =
    codes.length > 1 ? codes.filter((one) => namesOneOf(splitWords(one.code).join(' '), names)) : codes;
  const said = statusIn(says);
  const refusal = listRefusals(document, each, statuses).find(({ status }) => status === said) ?? described[0];
  const own404 = each.operation.path.includes('{') && refusal?.status === 404;
  const status = own404 ? 422 : (refusal?.status ?? 400);
  if (code !== undefined && another === undefined) return { status, code: code.code, from, says };
  return { status, ...(isOpen || status !== 404 ? { kind: 'invalid' as const } : {}), from, says };
}

/** Sentences with the error that the next one has for them: "It must exist. If not, the answer is 422." */
function withAnswers(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, at) => {
    const next = sentences[at + 1];
    const isAnswer = next !== undefined && answers.test(next) && listErrorCodes(sentence, () => false).length === 0;
    return answers.test(sentence) ? [] : [isAnswer ? `${sentence.replace(/[.;]$/, ',')} ${next}` : sentence];
  });
}

const answers =
  /^(?:if (?:not|it does not|it doesn't|they do not|either is missing|one (?:of them )?does not)\b|otherwise\b|or else\b|else\b|(?:the )?(?:status|answer|response|code) .* (?:if (?:it|they) (?:does|do) not|otherwise|if not)\b)/i;

function refusesUnknown(text: string): boolean {
  return namesUnknown.test(text) && saysRefused.test(text);
}

function descriptionOf(schemas: Knowledge['plan']['schemas'], schema: unknown): string {
  return schema === undefined ? '' : String(schemas.chosen(schema).keywords['description'] ?? '');
}

/** Finds the error for unknown records of any body, in the introduction or in a shared response. */
function inGeneral(known: Knowledge, each: OperationPlan, { target }: Reference): MissingReference | undefined {
  const { document, plan } = known;
  const refusals = listRefusals(document, each, statuses);
  for (const { status, sentences, at, isShared } of refusals)
    for (const { said, code } of isShared && status !== 404 ? reasonsOf(sentences.join(' ')) : [])
      if (code !== undefined && isAboutBodies(said, false)) return { status, code, from: at, says: said };
  // "An id in a body that leads nowhere is such a fault, too"
  for (const { status, sentences, at, isShared } of refusals)
    for (const says of isShared && (status === 422 || status === 400) ? sentences : [])
      if (isAboutBodies(says, false) && listErrorCodes(says, otherNamesIn(document)).length === 0)
        return { status, kind: 'invalid', from: at, says };
  const words = [...plan.resources.values()].map(wordOf);
  const facts = factsOf(document.info['description']);
  for (const [index, fact] of facts.entries()) {
    const next = facts[index + 1] ?? '';
    const says = /^(?:otherwise|if not|any(?:thing)? (?:other|else))\b/i.test(next) ? `${fact} ${next}` : fact;
    const isNamed = mentions(fact, wordOf(target)) || !words.some((word) => mentions(fact, word));
    const [code, another] = listErrorCodes(says, otherNamesIn(document));
    const status = statusIn(says) ?? refusals.find((one) => one.status !== 404)?.status;
    if (!isNamed || !isAboutBodies(fact, says !== fact) || another !== undefined) continue;
    // "That is a bad value as well": the error of any wrong value.
    const isWrong = code === undefined && refusesUnknown(says) && (status === 422 || status === 400);
    if (isWrong) return { status, kind: 'invalid', from: '/info/description', says };
    if (code === undefined) continue;
    if (refusals.some((one) => one.status === status) && status !== undefined)
      return { status, code: code.code, from: '/info/description', says };
  }
  return undefined;
}

function isAboutBodies(sentence: string, isObliged: boolean): boolean {
  const isUnknown = namesUnknown.test(sentence) || (isObliged && saysMustExist.test(sentence));
  return isUnknown && saysOfBodies.test(sentence) && !saysOfOther.test(sentence);
}

/** The one status that a text names. */
function statusIn(text: string): number | undefined {
  const [status, another] = [...text.matchAll(/\b4\d\d\b/g)].map(([each]) => Number(each));
  return another === undefined ? status : undefined;
}

function codeOf(sentences: readonly string[]): string | undefined {
  const found = new Set(sentences.flatMap((sentence) => errorCodeIn(sentence) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}
