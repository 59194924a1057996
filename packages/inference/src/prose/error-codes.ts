import { denies } from '../words/modality.js';
import { beforeCode } from './code-prefixes.js';
import { sentencesOf } from './sentences.js';

/** An error code in a text. */
export interface NamedCode {
  readonly code: string;
  /** The part of the sentence about the code. */
  readonly says: string;
}

const word = `${beforeCode}[A-Za-z][\\w.-]{1,60}`;
/** Codes in parentheses, after a word for a code, or before their meaning. */
const marked = new RegExp(
  [
    `\\((?:4\\d\\d,? |or else |(?:error |with |the |and )*codes?:? |with |as |otherwise |else |if not )*[\`"']?(?<brackets>(?<=[\`"'])${word})[\`"'](?: otherwise)?\\)`,
    `\\b(?:[Ee]rror )?(?:[Cc]ode|[Rr]eason|[Tt]ype)s?(?: (?:is|will be|of))?(?: then| always)?:? [\`"'](?<after>${word})[\`"']`,
    `[\`"']\\w*(?:code|reason|type|error)\\w*[\`"'] (?:is|=|will be|equals|says) [\`"'](?<said>${word})[\`"']`,
    `(?:^|(?<=[,;] ))(?:<b>|\\*\\*|[\`"'])(?<first>${word})(?:<\\/b>|\\*\\*|[\`"'])(?=\\s*(?:[:–—-]|(?:when|if|means|is returned)\\b))`,
    `\\b(?:with|as|gives|returns|raises|answers|4\\d\\d:?)(?: (?:an?|the))?(?: error)? \`(?<named>${word})\``,
    `\\b(?:[Pp]roblem(?: (?:type|name))?|(?:(?:with|by|under|and|has) (?:the |an? )?|error )name)(?: (?:is|of))?:? \`(?<problem>${word})\``,
    `^\`(?<whole>${word})\`[.]?$`,
    '\\bcodes?:? (?<bare>[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)\\b',
    '^(?<line>[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)(?=\\s*[:–—-]\\s)',
    '(?<=\\|\\s)\\|\\s*`?(?<row>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:_[a-z]+)+)`?\\s*(?=\\|)',
    '`(?<loose>[a-z]+(?:[_-][a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[A-Z]+(?:_[A-Z]+)+)`(?! (?:parameter|header|field|query|member|property|value|is not (?:specified|provided|given|set|present)))',
  ].join('|'),
  'g',
);

/** Headers, prefixes, and the names of statuses. */
const noCode = /^[A-Z][a-z]+(?:-[A-Z][a-z]+)+$|-$|^(?:Unauthorized|Forbidden|Conflict|Gone)$/;

/**
 * Lists the error codes in the description of an error: "No such order (`not_found`)", "`paid`: it was paid before",
 * "409 `already_paid`".
 *
 * @param isOther whether a name belongs to something else, such as a parameter
 */
export function listErrorCodes(text: unknown, isOther: (name: string) => boolean): NamedCode[] {
  return sentencesOf(text).flatMap((sentence) => codesOf(sentence, isOther));
}

/** Returns the only error code in a sentence. */
export function onlyCodeIn(said: string, isOther: (name: string) => boolean): string | undefined {
  const [only, another] = listErrorCodes(said, isOther);
  return another === undefined ? only?.code : undefined;
}

function codesOf(sentence: string, isOther: (name: string) => boolean): NamedCode[] {
  const found = [...sentence.matchAll(marked)].flatMap(({ groups = {}, index, 0: mark }) => {
    const [form = '', code = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    // A code after a word for it, or in parentheses after a rejection, can equal the name of a member.
    const isSure =
      form === 'said' ||
      form === 'bare' ||
      /\bcodes?\b/i.test(mark.replace(code, '')) ||
      (form === 'brackets' && denies.test(sentence));
    return (isSure || !isOther(code)) && !noCode.test(code) ? [{ code, index, end: index + mark.length }] : [];
  });
  const [first] = found;
  const isBefore = first !== undefined && first.index <= 1;
  return found.map(({ code, index, end }, at) => {
    const [from, to] = isBefore ? [end, found[at + 1]?.index] : [found[at - 1]?.end ?? 0, index];
    return { code, says: found.length === 1 && isBefore ? sentence.slice(end) : sentence.slice(from, to) };
  });
}
