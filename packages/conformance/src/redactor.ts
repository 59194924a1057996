import {
  isObject,
  isSecretHeader,
  isSecretName,
  KnownSecrets,
  redactedMark,
  replaceSecrets,
  secretsOf,
  shortestSecret,
} from '@understudy/contract';

/** What every secret name has a part of, unless its letters are escaped: most bodies have neither. */
const mayNameSecret = /secret|token|assertion|passw|passphrase|key|pw|cookie|authorization|signature|\\u/i;
/** What is replaced wherever it occurs must not be an ordinary word: a negative test may well send `Bearer invalid`. */
export const plausibleSecret = /^(?=.*[^A-Za-z]).{8,}$/s;

/**
 * Takes secrets out of everything a run reports: by place (headers, body fields, signed URLs), and then by value,
 * wherever a secret met once turns up again.
 */
export interface Redactor {
  /** Redacts any text, and remembers the secrets it finds in it. */
  text(text: string): string;
  /** Redacts headers, and remembers their secrets. */
  headers(headers: Record<string, string>): Record<string, string>;
  /** Redacts every text inside a value. */
  value(value: unknown): unknown;
  /** Takes what is known by now out of a whole report, in place: a secret may have been met before it was known as one. */
  known<T extends object>(report: T): T;
}

/** Fields that a run writes itself, from a fixed set of words or from the scenarios: they hold nothing from outside. */
const ownFields = new Set([
  ...['outcome', 'state', 'severity', 'ruleId', 'side', 'file', 'workflowId', 'stepId', 'api', 'operationId'],
  ...['claims', 'summary', 'startedAt', 'kind', 'schemaVersion'],
]);

/** Characters of a text that is likely to come again. */
const shortText = 200;

/** Fields that hold what came from outside, whatever it names its own fields. */
const outsideFields = new Set(['expected', 'actual', 'headers']);

/**
 * Makes a redactor for one workflow.
 *
 * @param secrets values known beforehand, such as a client secret from the environment
 * @throws RangeError when one of them is shorter than 8 characters
 */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new KnownSecrets();
  /** What short texts became with the secrets of now: names and values of headers come again and again. */
  const [shown, shownByValue] = [new Map<string, string>(), new Map<string, string>()];
  const add = (secret: string): void => {
    known.add(secret, redactedMark);
    shown.clear();
    shownByValue.clear();
  };
  for (const secret of secrets) {
    if (secret.length < shortestSecret) {
      throw new RangeError(`A secret of fewer than ${shortestSecret} characters cannot be told from ordinary words`);
    }
    add(secret);
  }
  const learned = new Set<string>();
  const learn = (secret: string): string => {
    if (!learned.has(secret) && plausibleSecret.test(secret) && !secret.includes(redactedMark)) add(secret);
    learned.add(secret);
    return redactedMark;
  };
  const remembered = (results: Map<string, string>, text: string, redact: () => string): string => {
    const result = results.get(text) ?? redact();
    if (text.length <= shortText) results.set(text, result);
    return result;
  };
  const byValue = (text: string): string => remembered(shownByValue, text, () => replaceSecrets(text, known));
  const text = (original: string): string =>
    remembered(shown, original, () => {
      learnFromValues(original, learn);
      return replaceSecrets(original, known, learn);
    });
  const everyText = (original: unknown, redact: (json: string) => string): unknown => {
    if (typeof original === 'string') return redact(original);
    if (typeof original !== 'object' || original === null) return original;
    const json = JSON.stringify(original);
    const redacted = redact(json);
    // A copy in any case: what is reported is ours to change.
    if (redacted === json) return structuredClone(original);
    try {
      return JSON.parse(redacted);
    } catch {
      return redacted;
    }
  };
  const value = (original: unknown): unknown => everyText(original, text);
  const headers = (original: Record<string, string>): Record<string, string> => {
    const values = Object.entries(original).map(([name, content]): [string, string] => {
      if (!isSecretHeader(name)) return [name, text(content)];
      secretsOf(name, content).forEach(learn);
      const scheme = /^(Bearer|Basic|DPoP)\s+\S+$/i.exec(content)?.[1];
      return [name, scheme === undefined ? redactedMark : `${scheme} ${redactedMark}`];
    });
    return Object.fromEntries(values.map(([name, content]) => [byValue(name), content]));
  };
  const scrub = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const fields: Record<string, unknown> = Object(part);
    for (const [key, content] of Object.entries(fields)) {
      if (ownFields.has(key)) continue;
      if (typeof content === 'string') fields[key] = byValue(content);
      else if (outsideFields.has(key)) fields[key] = everyText(content, byValue);
      else scrub(content);
    }
  };
  return {
    text,
    headers,
    value,
    known(result) {
      scrub(result);
      return result;
    },
  };
}

/**
 * Finds the secrets of a JSON body by what its names and values mean, however they are escaped.
 *
 * @param learn called with each one
 */
export function learnFromValues(text: string, learn: (secret: string) => unknown): void {
  if (!/^\s*[[{"]/.test(text) || !mayNameSecret.test(text)) return;
  try {
    JSON.parse(text, (key, content: unknown) => {
      if (typeof content === 'string' && content !== '' && isSecretName(key)) secretsOf(key, content).forEach(learn);
      else if (isObject(content)) learnPair(content, learn);
      // JSON inside a JSON text.
      else if (typeof content === 'string' && /^\s*[[{]/.test(content)) learnFromValues(content, learn);
      return content;
    });
  } catch {
    // It is no JSON, or was cut off: what stands in it is found by its place.
  }
}

/** A member that is written as its name and its value, as HTTP archives do. */
function learnPair(
  { name, key = name, value }: Readonly<Record<string, unknown>>,
  learn: (secret: string) => unknown,
): void {
  if (typeof key === 'string' && typeof value === 'string' && value !== '' && isSecretName(key))
    secretsOf(key, value).forEach(learn);
}
