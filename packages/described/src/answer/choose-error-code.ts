import type { ErrorResult } from '@understudy/kernel';
import { type ErrorCodeMeaning, type ErrorCodes, splitWords } from '@understudy/model';

/** The properties of an error by which its code is chosen. */
export type ErrorCase = Pick<ErrorResult, 'code' | 'message' | 'findings'> & { readonly status: number };

/**
 * Chooses the code from a described list that fits the status and the error best: one that names the kind of the error
 * and its subject, and nothing else.
 *
 * @returns undefined if no code fits
 */
export function chooseErrorCode(codes: ErrorCodes, values: readonly unknown[], about: ErrorCase): unknown {
  let best: unknown;
  let most = 0;
  for (const value of values) {
    const score = scoreErrorCode(codes, value, about);
    if (score > most) [best, most] = [value, score];
  }
  return best;
}

/** Returns how well a code fits an error. Zero or less if the code names another error. */
export function scoreErrorCode(codes: ErrorCodes, value: unknown, about: ErrorCase): number {
  const { status, code, message, findings = [] } = about;
  if (typeof value === 'number' || /^\d+$/.test(String(value))) return scoreNumber(String(value), status);
  const meaning = codes.get(String(value));
  if (meaning === undefined) return 0;
  const { general, names } = meaning;
  const named = strongest(names.filter(({ statuses }) => statuses.includes(status)));
  if (named === undefined) return status < 500 && general.client > 0 ? general.client : general.any;
  // Most APIs use 400 and 422 interchangeably.
  const like = status === 400 || status === 422 ? [400, 422] : [status];
  const foreign = strongest(names.filter(({ statuses }) => !like.some((each) => statuses.includes(each))));
  const subject = new Set(splitWords(`${code} ${message}`));
  const worth = ({ word, isNeutral }: { readonly word: string; readonly isNeutral: boolean }) =>
    isNeutral ? -0.1 : subject.has(word) ? 1 : -0.5;
  const fit = named.others.reduce((sum, each) => sum + worth(each), 0);
  const other = foreign?.strength ?? 0;
  const strange = other > named.strength ? 6 : other === named.strength ? 3 : 0;
  const said = findings.map(({ message: text }) => text).join(' ');
  return 3 + 2 * named.strength + fit - strange + scoreDetail(meaning.isAboutMissing, said);
}

type Named = ErrorCodeMeaning['names'][number];

/** Returns the strongest name. If several are equally strong, the first one. */
function strongest(names: readonly Named[]): Named | undefined {
  return names.reduce<Named | undefined>(
    (best, each) => (best === undefined || each.strength > best.strength ? each : best),
    undefined,
  );
}

/** Scores whether a code and the error agree that a value is missing, not invalid. */
function scoreDetail(isAboutMissing: boolean, said: string): number {
  if (said === '') return 0;
  const isMissing = /\bmissing\b|\brequired\b/i.test(said);
  return isAboutMissing === isMissing ? (isMissing ? 3 : 0) : isAboutMissing ? -2 : 0;
}

/** Scores numeric codes such as `404`, or `4040` and `404001` for 404. */
function scoreNumber(text: string, status: number): number {
  return text === String(status) ? 5 : text.startsWith(String(status)) ? 3 : 0;
}

/** Returns whether a value is a code: a single word, not a sentence. */
export function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:/#-]{2,100}$/.test(value);
}

/** Writes a code in the style of an example, such as `NOT_FOUND` or `NotFound` for `not_found`. */
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
