import { ContractError, createErrorFinding, isObject, joinPointer } from '@understudy/contract';
import type { BehaviorModel } from '@understudy/model';
import { sentencesOf } from './sentences.js';

/**
 * Checks that each sentence that a model decides about is in the description, possibly as part of a longer one.
 *
 * @throws ContractError with a finding for each missing sentence
 */
export function checkSentences(document: unknown, { sentences = {} }: BehaviorModel): void {
  if (Object.keys(sentences).length === 0) return;
  const text = [...textsOf(document)].flatMap((each) => [each, ...sentencesOf(each)]).map(plainWords);
  const whole = ` ${text.join(' | ')} `;
  const wrong = Object.keys(sentences).flatMap((sentence) => {
    if (whole.includes(` ${plainWords(sentence)} `)) return [];
    const at = joinPointer('/sentences', sentence);
    const message = `${at}: The description has no such sentence. "explain --unread" lists those that it has.`;
    return [createErrorFinding('model/statement', message, at)];
  });
  if (wrong.length > 0) throw new ContractError(wrong);
}

/** Returns the words of a text, without case and punctuation. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function* textsOf(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const each of value) yield* textsOf(each);
  if (!isObject(value)) return;
  for (const [name, each] of Object.entries(value))
    if (typeof each !== 'string') yield* textsOf(each);
    else if (name === 'description' || name === 'summary' || name === 'title') yield each;
}
