import type { OperationPlan } from '@understudy/model';
import { allowedStates } from '../../prose/allowed-states.js';
import { onlyCodeIn } from '../../prose/error-codes.js';
import type { NeedReader } from '../../prose/need-reader.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { plainText, reasonsOf } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { otherSteps, readPartialSentence, readSteps } from '../../prose/steps.js';
import { dot } from '../../prose/vocabulary.js';
import { sentMembers } from '../sent-members.js';
import type { tagTextsOf } from '../tag-texts.js';
import { operationPointerOf } from './lifecycles.js';
import { type About, type Choice, choicesOf } from './requested-choices.js';

/** Finds the request members of a change, and the one with the new state. */
function sentOf(about: About) {
  const { plan, schemas } = about;
  const isChange = plan.does === 'update' || plan.does === 'replace';
  const sent = new Map(isChange ? sentMembers(schemas, plan.operation) : []);
  return { sent, member: choicesOf(about)[0]?.member };
}

/** The sentences of a description that are about one requested state, in an item of a list that starts with it. */
export function sectionsOf(about: About): ReadonlyMap<string, Choice> {
  const choices = choicesOf(about);
  const found = new Map<string, Choice>();
  const text = about.plan.node['description'];
  if (choices.length === 0 || typeof text !== 'string') return found;
  for (const part of text.slice(0, 20_000).split(/\n\s*(?=[-*] |\d[.)] |\n)/)) {
    const [, name = ''] = /^(?:[-*]|\d[.)]) +[*`"]{1,3}(\w+)[*`"]{1,3}/.exec(part.trimStart()) ?? [];
    const choice = choices.find(({ state, value }) => state === name || value === name);
    if (choice === undefined) continue;
    for (const sentence of sentencesOf(part)) found.set(sentence, choice);
  }
  return found;
}

/** Whether a sentence covers only some members or the steps of the state. */
export function isAboutSteps(said: string, about: About): boolean {
  const { sent, member } = sentOf(about);
  const isOfState =
    member !== undefined &&
    (readSteps(said, about.kind).size > 0 || otherSteps.test(said) || sectionsOf(about).has(said));
  return isOfState || readPartialSentence(said, about.kind, new Set(sent.keys())) !== undefined;
}

/** Lists conditions on changes of some members. */
export function* listPartialChanges(
  plan: OperationPlan,
  {
    reader,
    refusals,
    ...more
  }: Omit<About, 'plan'> & {
    /** The descriptions of the tags of the records. */
    readonly tags: ReturnType<typeof tagTextsOf>;
    readonly reader: NeedReader;
    readonly refusals: readonly { readonly status: number; readonly text: string }[];
  },
) {
  const { kind, schemas } = more;
  const { sent, member } = sentOf({ plan, ...more });
  const refusal = refusals.find(({ status }) => status === 409) ?? refusals.find(({ status }) => status === 422);
  if (refusal === undefined || sent.size === 0) return;
  const coded = reasonsOf(refusal.text);
  const usual = coded.length === 1 ? coded[0]?.code : undefined;
  const texts = [
    plan.node['description'],
    schemas.chosen(sent.get(member ?? '')).keywords['description'],
    ...more.tags.map(({ text }) => text),
  ];
  const own = schemas.chosen(schemas.member(plan.resource?.schema, kind.stateMember ?? '')).keywords['description'];
  const sentences = [...new Set([...texts, own])].flatMap(sentencesOf);
  const { status } = refusal;
  const isOther = otherNamesIn(schemas.document);
  const from = operationPointerOf(plan.operation, 'description');
  for (const [index, says] of sentences.entries()) {
    const part = readPartialSentence(says, kind, new Set(sent.keys()));
    const need = part === undefined ? undefined : reader.need(plainText(part.said), part.said);
    const condition = need?.isWeak === true ? undefined : need?.condition;
    if (part === undefined || condition === undefined || allowedStates(condition, kind) === undefined) continue;
    const next = sentences[index + 1] ?? '';
    const isNext = /^(?:later|after(?:wards| that)|otherwise|then|from then)\b/i.test(next);
    const code = (isNext ? onlyCodeIn(next, isOther) : undefined) ?? onlyCodeIn(says, isOther) ?? usual;
    const isUntouched = part.members.map((name) => `!has(${dot('body', name)})`).join(' && ');
    yield { status, code, condition: `(${isUntouched}) || (${condition})`, from, says };
  }
}
