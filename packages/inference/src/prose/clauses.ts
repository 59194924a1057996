import { allows, bindsSurely, connectives, denies, limitsParts } from '../words/modality.js';

/** A sentence about when something is possible, split into its main part and its condition. */
export interface Clause {
  readonly main: string;
  /** Undefined if the main part contains the condition: "Only drafts can be sent". */
  readonly cause?: string;
  /**
   * What follows if the condition holds: an error, or the only case without an error. Undefined if the clause states
   * neither.
   */
  readonly says: 'refused' | 'needed' | undefined;
  /** True for a time limit: "until it is shipped". */
  readonly isUntil?: boolean;
}

const lead = new RegExp(`^(?:only |but )?(${connectives.if}|${connectives.until}|${connectives.because}) `);
const inner = new RegExp(
  `,? (?:(?:but|and|or|even|also) )?(?:only )?(${connectives.if}|${connectives.until}|${connectives.because}) `,
  'g',
);
const untilWord = new RegExp(`^(?:${connectives.until})$`);
const becauseWord = /^(?:because|since|as)$/;
/** Possible boundaries of clauses. */
const breaks =
  /, (?:so |then |and |but |which |or )?| (?:and|but) (?=(?:the|it|this|they|there|its) )| (?=there is no )/g;

/** "Only its card can start there" restricts who is allowed, which says nothing about other states. */
const exclusive = /^only |\bthe only [a-z]+ (?:that|who|which)\b|^(?:nobody|no one|none) (?:but|except|other than)\b/;

/** Splits a sentence at each of its connectives. The most likely reading comes first. */
export function clausesOf(text: string): Clause[] {
  // "A vet is in one room at a time: if two bookings overlap, the second is refused": each part is a rule of its own.
  const parts = text.split(/[:;] /);
  if (parts.length > 1) return [...parts.flatMap(clausesOf), wholeOf(text)];
  const found: Clause[] = [];
  const [whole, word = ''] = lead.exec(text) ?? [];
  if (whole !== undefined) {
    const rest = text.slice(whole.length);
    const isOnly = text.startsWith('only ');
    for (const { index, 0: mark } of rest.matchAll(breaks)) {
      const main = rest.slice(index + mark.length);
      // "If it is reserved, only its card can start" says nothing about other states, and "and" joins conditions.
      if (!/\b(?:and|but|or|which) $/.test(mark) && !exclusive.test(main))
        found.push(toClause(`${isOnly ? 'only ' : ''}${main}`, word, rest.slice(0, index)));
    }
  }
  for (const { index, 0: mark, 1: connective = '' } of text.matchAll(inner)) {
    if (index === 0) continue;
    const main = `${text.slice(0, index)}${/\bonly\b/.test(mark) ? ' only' : ''}`;
    const rest = text.slice(index + mark.length);
    const ends = [...rest.matchAll(breaks)].flatMap(({ index, 0: mark }) =>
      /\band $/.test(mark) ? [] : [rest.slice(0, index)],
    );
    for (const cause of [rest, ...ends.reverse()]) found.push(toClause(main, connective, cause));
  }
  return [...found.filter(({ says }) => says !== undefined), wholeOf(text)];
}

/** Matches allowed states, whose names can also be words for errors: "Only for claims in draft or rejected". */
const reserved = /\bonly (?:for|in|with|from) [^,;:]*/;

/** Returns a sentence without a connective as one clause. */
export function wholeOf(text: string): Clause {
  if (limitsParts.test(text)) return { main: text, says: undefined };
  return {
    main: text,
    says: denies.test(text.replace(reserved, 'only')) ? 'refused' : allows.test(text) ? 'needed' : undefined,
  };
}

/** Matches a clause that states a purpose instead of a condition: "Before it can be published". */
const purpose = /^(?:it|they|this|that|(?:the|an?) [a-z ]+) (?:can|may|could) be [a-z]+$/;

function toClause(main: string, word: string, cause: string): Clause {
  if (purpose.test(cause)) return wholeOf(main);
  if (limitsParts.test(main)) return { main, cause, says: undefined };
  const isUntil = untilWord.test(word);
  const isDenied = denies.test(main) && !/\bnot only\b/.test(main);
  const isAllowed = allows.test(main) || bindsSurely.test(main);
  if (becauseWord.test(word)) return { main, cause, says: isDenied || !isAllowed ? 'refused' : undefined };
  if (!isDenied && !isAllowed) return { main, cause, says: undefined };
  return {
    main,
    cause,
    says: isDenied === isUntil ? 'needed' : 'refused',
    isUntil: isUntil && !/^(?:unless|except)/.test(word),
  };
}
