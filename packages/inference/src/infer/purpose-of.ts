import { splitWords, toSingular } from '@understudy/model';
import { asking, isPurpose, nounLike, type Purpose, purposeVerbs, readsToo } from '../words/purposes.js';
import { copyVerbs, isVerb, particles } from '../words/verbs.js';
import type { SurveyedOperation } from './survey.js';

/** The purpose of an operation. `ask` computes a response from the request only. `act` is any other verb. */
export type OperationPurpose = Purpose | 'ask' | 'act';

/** True if the text of an operation starts with a verb for a calculation: "Estimate the age of a name". */
export function isAsked(each: SurveyedOperation | undefined): boolean {
  const [first = ''] = splitWords(each === undefined ? '' : textOf(each));
  const verb = first.replace(/s$/, '');
  return asking.has(verb) && !readsToo.has(verb);
}

function textOf({ node }: SurveyedOperation): string {
  return String(node['summary'] || node['description'] || '').replace(/<[^<>]*>/g, '');
}

/** Finds the purpose of an operation by the verb at the end of its path, its id, or the first words of its summary. */
export function purposeOf(each: SurveyedOperation): OperationPurpose | undefined {
  const { operation, shape, method, purpose } = each;
  if (purpose !== undefined) return purpose;
  const said = textOf(each);
  // The condition in "Once all seats are gone, …" does not name the purpose.
  const text = /^(?:once|if|when|whenever|while|as|until|unless|after|before) /i.test(said) ? '' : said;
  const last = splitWords(shape.slice(shape.lastIndexOf('/')))[0] ?? '';
  // Many operation ids only repeat the method and the path.
  const ofPath = new Set([...splitWords(shape).flatMap((word) => [word, toSingular(word)]), method.toLowerCase()]);
  const others = (words: readonly string[]) => words.filter((word) => !ofPath.has(word));
  return (
    (nounLike.has(last) ? undefined : purposeOfVerb(last)) ??
    purposeIn(others(splitWords(operation.operationId))) ??
    purposeIn(others(splitWords(text).slice(0, 4))) ??
    (method === 'DELETE' ? 'delete' : undefined)
  );
}

function purposeIn(all: readonly string[]): OperationPurpose | undefined {
  // "Check out a book" is not a question, although "check" is.
  const isPhrasal = all.some((word, at) => asking.has(word) && particles.has(all[at + 1] ?? ''));
  const words = isPhrasal ? all.filter((word) => !asking.has(word)) : all;
  const forms = words.flatMap((word) => [word, word.replace(/s$/, '')]);
  const ranked = [...forms.filter((word) => !nounLike.has(word)), ...forms];
  return ranked.map(purposeOfVerb).find((purpose) => purpose !== undefined) ?? (isPhrasal ? 'act' : undefined);
}

function purposeOfVerb(verb: string): OperationPurpose | undefined {
  const [purpose] = Object.entries(purposeVerbs).find(([, verbs]) => verbs.some((each) => each === verb)) ?? [];
  if (isPurpose(purpose)) return purpose;
  if (asking.has(verb)) return 'ask';
  return isVerb(verb) || copyVerbs.has(verb) ? 'act' : undefined;
}

/** Returns whether an operation only searches or calculates, according to its words. */
export function isQuestion(each: SurveyedOperation): boolean {
  const purpose = purposeOf(each);
  return purpose === 'ask' || purpose === 'read' || purpose === 'list';
}
