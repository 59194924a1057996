import { remember } from '@understudy/model';
import type { Action } from '../../prose/action.js';
import { escapeWord } from '../../prose/phrase.js';
import { plainText } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { namesOther } from '../../prose/state-mentions.js';
import { readSteps, type Step, stepsInLines, stepsInTables } from '../../prose/steps.js';
import { readTables } from '../../prose/tables.js';
import type { Kind } from '../../prose/vocabulary.js';
import { rootOf, verbOfNoun } from '../../words/verb-forms.js';
import type { Knowledge } from '../rule.js';
import { tagTextsOf } from '../tag-texts.js';
import { type FoundLifecycle, findLifecycles, scopeOf } from './lifecycles.js';

/** A step in a text about the API, and the place of the text. */
export interface CourseStep extends Step {
  readonly at: string;
}

const courses = new WeakMap<FoundLifecycle, readonly CourseStep[]>();

/** Reads the steps of a lifecycle in the introduction, in the texts about its tag and in those about its schema. */
export function courseOf(known: Knowledge, lifecycle: FoundLifecycle): readonly CourseStep[] {
  return remember(courses, lifecycle, () => {
    const { kind, vocabulary } = scopeOf(known, lifecycle);
    const { schemas } = known.plan;
    const others = findLifecycles(known).filter((each) => each !== lifecycle);
    // States that several things have do not say which one is meant.
    const isOwn = ({ from, to, says }: Step) =>
      others.every(({ states }) => [...from, ...to].some((state) => !states.includes(state))) ||
      (lifecycle.nouns.some((noun) => new RegExp(`\\b${escapeWord(noun)}`, 'i').test(says)) &&
        !namesOther(plainText(says), kind, vocabulary));
    const { info } = known.document;
    const own = [
      ...tagTextsOf(known, lifecycle.resource).map(({ text, from }) => ({ text, at: from })),
      ...[lifecycle.resource.schema, schemas.member(lifecycle.resource.schema, lifecycle.member)].map((schema) => {
        const { keywords, names } = schemas.chosen(schema);
        return { text: keywords['description'], at: names[0] ?? `/resources/${lifecycle.resource.name}` };
      }),
    ];
    return [
      ...stepsIn(info['description'], kind)
        .filter(isOwn)
        .map((step) => ({ ...step, at: '/info/description' })),
      ...own.flatMap(({ text, at }) => stepsIn(text, kind).map((step) => ({ ...step, at }))),
    ];
  });
}

/** "It moves to `active` when the trial is over": no request makes the step. */
const happensInTime =
  /\bautomatically\b|\b(?:when|once|after|as soon as)\b[^.;]*\b(?:over|ends?|ended|expires?|expired|pass(?:es|ed)|elapse[sd])\b/i;

/** The steps in the tables and lines of a text, or else in its sentences. */
function stepsIn(given: unknown, kind: Kind): readonly Step[] {
  if (typeof given !== 'string') return [];
  const text = given.slice(0, 20_000);
  const { rest } = readTables(text);
  const marked = [...stepsInTables(text, kind), ...stepsInLines(rest, kind)];
  if (marked.length > 0) return marked;
  const sentences = sentencesOf(rest);
  return sentences.flatMap((says, index) => {
    const [, subject = ''] =
      /^(?:an? |the )?([a-z]+) (?:turns|makes|moves|takes|brings|puts|sets|changes|leads)\b/i.exec(says) ?? [];
    const action = verbOfNoun(subject.toLowerCase()) ?? (subject.endsWith('ing') ? subject : undefined);
    if (action === undefined && happensInTime.test(says)) return [];
    return [...readSteps(says, kind, sentences[index - 1])].map(([from, to]) => {
      const step = { from: [from], to: [...to], says };
      return action === undefined ? step : { ...step, action };
    });
  });
}

/** The steps of an action: the steps with its verb, or else the steps to its state. */
export function stepsOfAction(
  course: readonly CourseStep[],
  { verbs }: Action,
  to: string | undefined,
): readonly CourseStep[] {
  const named = course.filter(({ action }) =>
    action?.split(/\W+/).some((word) => verbs.has(rootOf(word)) || verbs.has(word)),
  );
  if (named.length > 0) return named;
  return course.filter((step) => step.action === undefined && to !== undefined && step.to.includes(to));
}
