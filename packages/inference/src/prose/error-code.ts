import { splitWords } from '@understudy/model';
import { codeWord } from './code-prefixes.js';
import { rangeOf } from './ranges.js';
import type { Scope } from './scope.js';
import { pluralOf } from './states.js';

const name = '`([A-Za-z][\\w.-]{1,60})`';
const codes = new RegExp(
  `\\((?:${codeWord}:? )?${name}\\)|\\b(?:error )?(?:code|reason)(?: is|:)? ${name}|^${name}(?:\\s?[:-]|[.]?$)`,
  'gi',
);

/**
 * Returns the error code in backticks in a sentence: `(code `not_found`)`. If there are several, returns the first one
 * after `from`.
 */
export function errorCodeIn(sentence: string, from = 0): string | undefined {
  const found = [...sentence.matchAll(codes)].map((match) => ({
    code: match[1] ?? match[2] ?? match[3],
    index: match.index,
  }));
  return (found.find(({ index }) => index >= from) ?? found.at(-1))?.code;
}

/** Words of a code for something occupied. */
const taken =
  /^(?:is )?(?:already )?(?:busy|occupied|unavailable|taken|booked|double booked|not available|not free|reserved)$/;

/** Matches codes such as `driver_on_trip`, which means that the driver has a trip. */
const holding = /^(?:(?:has|already|on|in|with|under|at|running) ){1,4}([a-z ]{1,80})$/;

/** Returns the sentences that a code stands for: `course_archived`, `room_busy` for a visit, `customer_has_orders`. */
export function sentencesOfCode(code: string, { kind, vocabulary }: Scope): string[] {
  const text = splitWords(code).join(' ');
  const isTimed = rangeOf(kind) !== undefined;
  const [, things] = /^(?:.+ )?(?:still )?has ((?:[a-z]+ ){0,2}[a-z]+s)$/.exec(text) ?? [];
  const [using, another] = [...vocabulary.kinds.values()].filter(({ references }) =>
    references.some(({ target }) => target === kind.resource?.name),
  );
  const users =
    using === undefined || another !== undefined || !/(?:^| )(?:in|still) use[d]?$/.test(text)
      ? []
      : using.nouns.slice(0, 1);
  const others = [...vocabulary.kinds.values()].filter((each) => each !== kind);
  const ofOthers = others.flatMap(({ nouns }) =>
    nouns
      .filter((noun) => text.startsWith(`${noun} `))
      .map((noun) => {
        const rest = text.slice(noun.length + 1);
        const [, held = ''] = holding.exec(rest) ?? [];
        if (held !== '') return `the ${noun} has a ${held}`;
        return isTimed && taken.test(rest) ? `the ${noun} is taken at that time` : `the ${noun} is ${rest}`;
      }),
  );
  return [
    ...ofOthers,
    ...users.map((noun) => `it has ${pluralOf(noun)}`),
    ...(things === undefined ? [] : [`it has ${things}`]),
  ];
}
