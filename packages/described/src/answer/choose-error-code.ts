import type { ErrorResult } from '@understudy/kernel';
import { splitWords } from '@understudy/model';

/** What an error is about. */
export type ErrorCase = Pick<ErrorResult, 'code' | 'message' | 'findings'> & { readonly status: number };

/** Words that name an error, by its statuses. The first pattern is the most specific one. */
const vocabulary: readonly (readonly [statuses: readonly number[], ...names: readonly RegExp[]])[] = [
  [
    [401],
    /un ?auth\w*|not auth(?:ed|enticated)|authenticat\w*|(?:invalid|bad|wrong|missing|no|expired) (?:api )?(?:key|token|credentials?|auth|login|session|password)/,
    /credentials?|token|login|api key|\bauth\b|session (?:expired|invalid)/,
    /\bauth\w*/,
  ],
  [
    [403],
    /forbidden|permissions?|privileges?|(?:access )?denied|not (?:authori[sz]ed|allowed|permitted|an admin)|insufficient \w+/,
    /restricted|missing scope|authori[sz]ation|no permission|not permitted/,
  ],
  [[404], /not ?found|no such|does not exist|not exist\w*|non ?existent/, /unknown(?! error)|no record|invalid id\b/],
  [[410, 404], /\bgone\b/],
  [[410], /removed|deleted|expired/],
  [[405], /method not allowed/, /method|not supported/],
  [[406], /not acceptable/],
  [[408, 504], /time(?:d)? ?out/],
  [[409], /conflict|already|duplicate|exists/, /taken|in use|concurrent/],
  [[412, 428], /pre ?condition/, /etag|stale|mismatch|version/],
  [[413], /too large|too big|(?:size|length) exceeded/, /\b(?:size|large|long)\b/],
  [[415], /(?:unsupported )?media ?type|content ?type/, /unsupported|format/],
  [[429], /too many|rate limit\w*|throttl\w*/, /quota|limit|exceeded/],
  [[422], /unprocessable|validation/, /invalid|semantic|violation/],
  [
    [400, 422],
    /bad request|invalid (?:request|input|arguments?|params?|parameters?|data|body|json)|validation|malformed/,
    /(?:bad|wrong) \w+|invalid|missing|required|blank/,
    /argument|parameter|format|parse|input/,
  ],
  [[400, 404, 409, 422], /client error/],
  [[501], /not implemented/],
  [[502], /bad gateway/, /gateway|upstream/],
  [[503], /unavailable|maintenance|overloaded/, /\bdown\b/],
  [[500, 502, 503, 504], /internal(?: server)?(?: error)?|server error/, /unexpected|fatal|\bapi error|system/],
];

/** Words that say nothing about an error. */
const neutral = new Set(
  'error errors exception failure fault err resource entity object record item api http request param params parameter parameters argument field value the a an is not problem urn type of'.split(
    ' ',
  ),
);

/**
 * Chooses the code of a described list that fits the status and the case: the one that names the kind of the error, its
 * subject and nothing else.
 *
 * @returns undefined if none fits
 */
export function chooseErrorCode(values: readonly unknown[], about: ErrorCase): unknown {
  let best: unknown;
  let most = 0;
  for (const value of values) {
    const score = scoreErrorCode(value, about);
    if (score > most) [best, most] = [value, score];
  }
  return best;
}

/** Returns how well a code fits an error. Zero or less if it names another one. */
export function scoreErrorCode(value: unknown, about: ErrorCase): number {
  const { status, code, message, findings = [] } = about;
  if (typeof value === 'number' || /^\d+$/.test(String(value))) return scoreNumber(String(value), status);
  const last =
    String(value)
      .replace(/\.html?$/, '')
      .split(/[/#:]/)
      .filter((part) => part !== '')
      .at(-1) ?? '';
  const text = splitWords(last).join(' ');
  const named = strengthOf(text, (statuses) => statuses.includes(status));
  if (named.strength === 0) return scoreGeneral(text, status);
  // 400 and 422 mean the same in most services.
  const like = status === 400 || status === 422 ? [400, 422] : [status];
  const foreign = strengthOf(text, (statuses) => !like.some((each) => statuses.includes(each)));
  const subject = new Set(splitWords(`${code} ${message}`));
  const others = text
    .replace(named.words, ' ')
    .split(' ')
    .filter((word) => word !== '');
  const worth = (word: string) => (neutral.has(word) ? -0.1 : subject.has(word) ? 1 : -0.5);
  const fit = others.reduce((sum, word) => sum + worth(word), 0);
  const strange = foreign.strength > named.strength ? 6 : foreign.strength === named.strength ? 3 : 0;
  return (
    3 + 2 * named.strength + fit - strange + scoreDetail(text, findings.map(({ message: said }) => said).join(' '))
  );
}

/** Codes for any error, or for any mistake of a client. */
function scoreGeneral(text: string, status: number): number {
  if (status < 500 && /^(?:invalid|bad)(?: (?:request|input|argument\w*|param\w*))?(?: error)?$|client/.test(text))
    return 1;
  return /^(?:api )?(?:error|exception|failure|other|general|generic)$/.test(text) ? 0.5 : 0;
}

function strengthOf(text: string, isMeant: (statuses: readonly number[]) => boolean) {
  let best = { strength: 0, words: '' };
  for (const [statuses, ...names] of vocabulary) {
    if (!isMeant(statuses)) continue;
    for (const [index, name] of names.entries()) {
      const [words] = name.exec(text) ?? [];
      const strength = 3 - index;
      if (words !== undefined && strength > best.strength) best = { strength, words };
    }
  }
  return best;
}

/** A code that says whether something is missing or wrong. */
function scoreDetail(text: string, said: string): number {
  if (said === '') return 0;
  const isAboutMissing = /missing|required|blank|empty|expected/.test(text);
  const isMissing = /\bmissing\b|\brequired\b/i.test(said);
  return isAboutMissing === isMissing ? (isMissing ? 3 : 0) : isAboutMissing ? -2 : 0;
}

/** `404`, and `4040` or `404001` for 404. */
function scoreNumber(text: string, status: number): number {
  return text === String(status) ? 5 : text.startsWith(String(status)) ? 3 : 0;
}

/** Returns a code in the form of an example, such as `NOT_FOUND` or `NotFound` for `not_found`. */
export function writeCodeLike(example: unknown, code: string): string {
  const text = String(example ?? '');
  const words = splitWords(code);
  if (/^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/.test(text)) return words.join(text.includes('-') ? '-' : '_').toUpperCase();
  if (/^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(text)) return words.map(capitalize).join('');
  if (/^[a-z]+(?:[A-Z][a-z]+)+$/.test(text))
    return words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
  return /^[a-z]+(?:-[a-z]+)+$/.test(text) ? words.join('-') : code;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
