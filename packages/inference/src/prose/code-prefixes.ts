import { factsOf } from './sentences.js';

/** The part of a URI in front of the code, as a pattern: `urn:acme:`, `https://acme.example/errors/`, `/problems/`. */
export const beforeCode = '(?:(?:urn:|tag:|https?://)[^\\s`"\']{1,90}[:/#]|/(?:problems?|errors?)/)?';

/** Words for the code of an error, as a pattern. */
export const codeWord = '(?:code|reason|error|type)';

/** A URI or the path of one, up to the code or a placeholder for it. */
const uri =
  /(?:^|[\s`"'(])((?:(?:https?|urn|tag):|\/(?=\w))[^\s`"'{}<>()]*)(\{[\w-]+\}|<[\w-]+>|…|\.{3}|\*)?(?=[\s`"'),.]|$)/g;
const aboutType =
  /`type`|\b(?:problem|error)s?\b.{0,200}\btypes?\b|\btypes?\b.{0,200}\b(?:problem|error|code)s?\b|\b(?:every|each) type\b/i;
const shows = /\b(?:such as|like|e\.g\.|for example|for instance|examples?)(?!\w)/i;
/** A part of a URI goes on with the code. */
const goesOn =
  /\b(?:followed|plus|prefix\w*|begins?|starts?|in front of|before|precede[sd]?|append(?:s|ed)|added|then|after|with the (?:code|name)|and (?:then )?(?:the|its) (?:code|name|problem)|(?:code|name)[^.]{0,20} (?:under|below))\b/i;

/** "The `type` is the short word below": nothing precedes the code. */
const isCodeAlone =
  /\btype`? (?:is|has|holds|contains|carries|shows)(?: always| just| only| simply)? (?:(?:one of )?(?:the|an?|these|those) |nothing but the )(?:short |plain |bare |error |problem )*(?:words?|codes?|names?|slugs?)\b/i;

/** What a URI has in front of the code at its end: `urn:acme:` of `urn:acme:sold-out`. */
export function prefixOfUri(value: unknown): string | undefined {
  const [, before] =
    /^((?:https?:\/\/[^/#]+|urn:|tag:)\S*[:/#=]|#|\/(?:\S*\/)?)[A-Za-z][A-Za-z\d]*(?:[-_][A-Za-z\d]+)*$/.exec(
      String(value),
    ) ?? [];
  return before === undefined || /\brfc-?\d|\brfc-editor\b|\bietf\b/i.test(before) ? undefined : before;
}

/** What sentences about the type of a problem say about its beginning: "the `type` is `urn:acme:` and the name". */
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
