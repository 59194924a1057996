import { rememberSome } from '@understudy/model';

/** Words of a sentence that is not binding. */
const hedge = /\b(?:usually|typically|generally|normally|often|should|might|may|perhaps|probably|recommend\w*)\b/i;

/** A table row with an error code and its meaning, in either order. */
const codeRow =
  /^ *\|(?: *4\d\d *\|)? *(?:(`[\w.-]{1,60}`) *\| *([^|\n]{3,200}?)|([^|`\n]{3,200}?) *\| *(`[\w.-]{1,60}`)) *\|[^\n]*$/gm;

/**
 * Two errors in one sentence, with the verb only in the first: "A is refused with 422 and the code `a`, a B with 422
 * and the code `b`".
 */
const elided =
  /(\bis (?:refused|rejected|answered) with [^.;`]{0,60}`[\w.-]{1,60}`),?(?: and)? (an? [a-z ]{3,60}?) (with (?:(?:HTTP |status )?4\d\d|the code))/gi;

/**
 * Two errors with causes in one sentence: "It is refused with 409 and the code `a` when A, and with 409 and the code
 * `b` when B".
 */
const causes =
  /(\bis (?:refused|rejected|answered) with [^.;`]{0,60}`[\w.-]{1,60}` (?:when|if|while|once) [^.;]{3,160}?),? and (with (?:(?:HTTP |status )?4\d\d|the code)[^.;`]{0,40}`[\w.-]{1,60}`) (?=(?:when|if|while|once) )/gi;

/**
 * The status of a rejection: "Only while it is a draft (409 otherwise)", "it must be a draft, otherwise 409
 * `no_draft`".
 */
const otherwise =
  /,? \((`?4\d\d`?(?: `[\w.-]{1,60}`)?),? (?:otherwise|if not|else)\)|(?:,| \() ?(?:otherwise|or else|else),? (?:(?:it is|it's|the (?:answer|response|status) is) )?(?:an? )?(?:HTTP )?(`?4\d\d`?(?: `[\w.-]{1,60}`)?)(?:\)|(?=[.;]|$))/gi;

const known = new Map<string, readonly string[]>();

/** Splits a text into sentences and list items. Line breaks within a sentence become spaces. */
export function sentencesOf(text: unknown): readonly string[] {
  return typeof text === 'string' ? rememberSome(known, text, 5000, split) : [];
}

/** Maximum length of a sentence. Longer ones contain no readable rule, and reading can take quadratic time. */
const longest = 500;

function split(text: string): string[] {
  return (
    text
      .slice(0, 20_000)
      // Code blocks are not sentences.
      .replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, '\n\n')
      .replace(/\*\*(`[\w.-]{1,60}`)\*\*:?(?=\s)/g, '$1:')
      .replace(/\*\*([^*`\n]{1,60}[.:!?])\*\*(?=\s)/g, '$1')
      .replace(codeRow, '\n- $1$4: $2$3')
      // A title is not part of the sentence: "**Roles.** Editors may …".
      .replace(/(^|\n)([ \t]*(?:[-*] +)?)\*\*[A-Z][^*\n`]{2,60}[.:!?]\*\* +(?=[A-Z`])/g, '$1$2')
      .split(/(?:^|\n)\s*(?:[-*]|\d{1,2}[.)])\s+|\n\s*(?=`[\w.-]{1,60}`\s*[:–—-]\s)|\n\s*\n/)
      .flatMap((part) =>
        part
          .replace(/\s+/g, ' ')
          .replace(elided, '$1; $2 is refused $3')
          .replace(causes, '$1; it is refused $2 ')
          .replace(otherwise, ' ($1$2)')
          .split(/(?<=[.!?;])(?<!\b(?:e\.g|i\.e|incl|approx)\.)\s+(?=[A-Z`'"(]|[a-z])/i),
      )
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== '' && sentence.length <= longest)
  );
}

/** Binding uses of "may": "No two cards may have the same" and "it may be used once". */
const binding = /\b(no (?:two )?\w+) may\b|\bmay (?=(?:only )?(?:be )?[a-z]+ (?:only |just |at most )?once\b)/gi;

/** Lists the sentences that state facts instead of usual behavior or recommendations. */
export function factsOf(text: unknown): string[] {
  return sentencesOf(text).filter((sentence) => !hedge.test(sentence.replace(binding, '$1')));
}

/** Joins sentences into a text that {@link sentencesOf} splits into the same sentences. */
export function joinSentences(said: Iterable<string>): string {
  const [first = '', ...more] = new Set(said);
  return more.length === 0 ? first : [first, ...more].map((each) => each.replace(/[.!?;]?$/, '.')).join(' ');
}
