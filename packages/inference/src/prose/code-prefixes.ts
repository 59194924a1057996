import { factsOf } from './sentences.js';

/** Pattern of a URI prefix before the code: `urn:acme:`, `https://acme.example/errors/`, `/problems/`. */
export const beforeCode = '(?:(?:urn:|tag:|https?://)[^\\s`"\']{1,90}[:/#]|/(?:problems?|errors?)/)?';

/** Pattern of words for an error code. */
export const codeWord = '(?:code|reason|error|type)';

/** A URI or URI path, up to the code or a placeholder for it. */
const uri =
  /(?:^|[\s`"'(])((?:(?:https?|urn|tag):|\/(?=\w))[^\s`"'{}<>()]*)(\{[\w-]+\}|<[\w-]+>|…|\.{3}|\*)?(?=[\s`"'),.]|$)/g;
const aboutType =
  /`type`|\b(?:problem|error)s?\b.{0,200}\btypes?\b|\btypes?\b.{0,200}\b(?:problem|error|code)s?\b|\b(?:every|each) type\b/i;
const shows = /\b(?:such as|like|e\.g\.|for example|for instance|examples?)(?!\w)/i;
/** Matches if the URI continues with the code. */
const goesOn =
  /\b(?:followed|plus|prefix\w*|begins?|starts?|in front of|before|precede[sd]?|append(?:s|ed)|added|then|after|with the (?:code|name)|and (?:then )?(?:the|its) (?:code|name|problem)|(?:code|name)[^.]{0,20} (?:under|below))\b/i;

/** "The `type` is the short word below" means that the code has no prefix. */
const isCodeAlone =
  /\btype`? (?:is|has|holds|contains|carries|shows)(?: always| just| only| simply)? (?:(?:one of )?(?:the|an?|these|those) |nothing but the )(?:short |plain |bare |error |problem )*(?:words?|codes?|names?|slugs?)\b/i;

/** Returns the prefix of a URI that ends in a code: `urn:acme:` for `urn:acme:sold-out`. */
export function prefixOfUri(value: unknown): string | undefined {
  const [, before] =
    /^((?:https?:\/\/[^/#]+|urn:|tag:)\S*[:/#=]|#|\/(?:\S*\/)?)[A-Za-z][A-Za-z\d]*(?:[-_][A-Za-z\d]+)*$/.exec(
      String(value),
    ) ?? [];
  return before === undefined || /\brfc-?\d|\brfc-editor\b|\bietf\b/i.test(before) ? undefined : before;
}

/** Lists the prefixes that sentences about a problem type mention: "the `type` is `urn:acme:` and the name". */
export function codePrefixesIn(text: unknown, { isOfType = false } = {}): string[] {
  return factsOf(text)
    .filter((sentence) => isOfType || aboutType.test(sentence))
    .flatMap((sentence) => {
      const words = sentence.replace(uri, ' ');
      if (words === sentence && isCodeAlone.test(words) && !goesOn.test(words)) return [''];
      return [...sentence.matchAll(uri)].flatMap(([, before = '', placeholder]) => {
        const isOpen = /[:/#=]$/.test(before) && goesOn.test(words);
        return placeholder !== undefined || isOpen ? [before] : shows.test(words) ? (prefixOfUri(before) ?? []) : [];
      });
    });
}
