import { rememberSome } from '@understudy/model';
import { plainly } from '../words/paraphrases.js';
import { beforeCode, codeWord as word } from './code-prefixes.js';
import { sentencesOf } from './sentences.js';

/** A reason for rejecting a request, in the words of a description, with the error code. */
export interface RefusalReason {
  /** The reason in lower case, without Markdown. */
  readonly text: string;
  /** The original text in the description. */
  readonly said: string;
  readonly code?: string;
}

const name = `\`(${beforeCode}[A-Za-z][\\w.-]{1,60})\``;
const inFront = new RegExp(
  `(?:^|(?<=[,;.:] )|(?<=\\b(?:or|and|is|with|by|reads|409|422|400|gives|returns) ))(?:(?:error )?${word} )?${name}(?:\\s*(?::|-|–|—)\\s*|,?\\s+(?:(?:is|gets) (?:returned|sent|given|the (?:code|answer)) )?(?:when|if|means that|because|where|while|once|as long as|(?=(?:for (?:an?|the|one|those|any)|after|unless) ))\\s*|, (?=(?:the|an?|it|its|if|when|there|this|no|another|somebody|someone|\`\\w+\` of) ))`,
  'gi',
);
const behind = new RegExp(
  `,?\\s{0,9}\\((?:4\\d\\d,? )?(?:(?:error |with |the |and )?${word}:? )?${name}(?: otherwise)?(?:(?:,| with)? (?:the )?(?:field|member|param|parameter) \`[\\w.-]{1,60}\`)?\\)`,
  'g',
);

const ofCause = new RegExp(
  `^(?:if|when|once|as soon as|in case) (.+?), (?:then )?(?:the (?:code|reason) is|you get|it is|this is|the (?:call|request) (?:fails|ends|is refused|is rejected) with) (?:4\\d\\d )?(?:the code )?${name}[.]?$`,
  'i',
);

/** Splits the description of an error into reasons, each with its error code. */
export function reasonsOf(text: unknown): RefusalReason[] {
  return sentencesOf(text).flatMap((given) => {
    // "If it is full, the code is `full`"
    const sentence = given.replace(ofCause, (_all, cause: string, code: string) => `${cause} (\`${code}\`)`);
    const fronts = [...sentence.matchAll(inFront)];
    if (fronts.length > 0)
      return fronts.flatMap(({ index, 0: mark, 1: code }, at) => {
        const end = fronts[at + 1]?.index ?? sentence.length;
        return toReason(sentence.slice(index + mark.length, end), code);
      });
    const marks = [...sentence.matchAll(behind)];
    let start = 0;
    const reasons = marks.flatMap(({ index, 0: mark, 1: code }) => {
      const part = sentence.slice(start, index);
      start = index + mark.length;
      return toReason(part, code);
    });
    return start === 0 ? toReason(sentence, undefined) : reasons;
  });
}

/** Matches a list of reasons: "This covers a quantity above the stock, and a part of another order". */
const listing =
  /^(?:.{0,40}, )?(?:among other [a-z]+ )?(?:(?:this|that|it|the same|which)(?: also)?|also) (?:covers|includes|means(?: that)?|applies to|goes for|is (?:the case|the answer|returned|sent) (?:for|to|if|when)|concerns) /i;

function toReason(part: string, code: string | undefined): RefusalReason[] {
  if (code === undefined && listing.test(part))
    return part
      .replace(listing, '')
      .split(/, (?:and |or |as well as )?(?:that |if |when )?| and (?=an? )| or (?=an? )/)
      .flatMap((each) => toReason(each, code));
  const said = part
    .replace(/^[\s,;:]+|(?<![\s,;:.!])[\s,;:.!]+$/g, '')
    .replace(/^(?:or|and|as well as) |,? (?:or|and)$/gi, '')
    .replace(code === undefined ? /^(?!)/ : /^[^:`]{3,60}: (?=(?:the|an?|it|there|this|no|another) )/i, '')
    .replace(
      /^(?:one of the following(?: is wrong| applies| is true)?|(?:the|these are the) (?:possible )?(?:code|reason|cause)s?[^:]*|[^:]*\bfor one of these reasons): /i,
      '',
    )
    .replace(/^either /i, '');
  const text = plainText(said).replace(/^unless /, 'only possible if ');
  return text === '' ? [] : [code === undefined ? { text, said } : { text, said, code }];
}

const plainTexts = new Map<string, string>();

/** Converts a sentence to lower case, without Markdown, in the phrasing that the rules read. */
export function plainText(said: string): string {
  return rememberSome(plainTexts, said, 20_000, makePlain);
}

function makePlain(said: string): string {
  const bare = said
    .replace(/[`"“”]|\*(?! )|(?<! )\*/g, '')
    .replace(/(^|\s)[‘'](\w[\w -]*)[’'](?=\W|$)/g, '$1$2')
    .replace(/’/g, "'")
    .replace(/\b(that|it|what|there|who)'s (?=been\b)/gi, '$1 has ')
    .replace(/\b(that|it|what|there|who)'s (?=[a-z])/gi, '$1 is ')
    .replace(/\b(is|are|was|were|has|have|does|do|did)n't\b/gi, '$1 not')
    // "Not finished (finished is paid or cancelled)"
    .replace(/ \([a-z]+ (?:is|are|means) [^()]{3,80}\)/gi, '')
    .replace(/(?<![.!?;:])[.!?;:]+$/, '');
  return plainly(bare.toLowerCase().trim());
}
