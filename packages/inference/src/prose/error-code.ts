import { splitWords } from '@understudy/model';
import type { ProseReader } from './prose-reader.js';
import type { Scope } from './scope.js';

const codes =
  /\((?:code:? )?`([A-Za-z][\w.-]{1,60})`\)|\b(?:error )?code(?: is|:)? `([A-Za-z][\w.-]{1,60})`|^`([A-Za-z][\w.-]{1,60})`\s?[:-]/gi;

/** The error code that a sentence names in code style: `(code `not_found`)`. With several, the first after `from`. */
export function errorCodeIn(sentence: string, from = 0): string | undefined {
  const found = [...sentence.matchAll(codes)].map((match) => ({
    code: match[1] ?? match[2] ?? match[3],
    index: match.index,
  }));
  return (found.find(({ index }) => index >= from) ?? found.at(-1))?.code;
}

/** Reads the code of an error about another thing, such as `course_archived`, as the condition that it names. */
export function conditionOfCode(reader: ProseReader, code: string, scope: Scope): string | undefined {
  const text = splitWords(code).join(' ');
  for (const { nouns } of [...scope.vocabulary.kinds.values()].filter((kind) => kind !== scope.kind))
    for (const noun of nouns.filter((each) => text.startsWith(`${each} `))) {
      const found = reader.condition(`the ${noun} is ${text.slice(noun.length + 1)}`, scope);
      if (found !== undefined) return found;
    }
  return undefined;
}
