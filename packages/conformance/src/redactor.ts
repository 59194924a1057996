import {
  extractSecrets,
  isObject,
  isSecretHeader,
  isSecretName,
  KnownSecrets,
  minSecretLength,
  plausibleSecretPattern,
  redactedText,
  replaceSecrets,
} from '@understudy/contract';

/** Matches a part of every unescaped secret name. Most bodies contain no match. */
const mayNameSecret = /secret|token|assertion|passw|passphrase|key|pw|cookie|authorization|signature|\\u/i;

/**
 * Redacts secrets in reports: first where they are expected (headers, body fields, signed URLs), then wherever the same
 * values occur.
 */
export interface Redactor {
  /** Redacts a text, and remembers the secrets in it. */
  text(text: string): string;
  /** Redacts headers, and remembers their secrets. */
  headers(headers: Record<string, string>): Record<string, string>;
  /** Redacts every string inside a value. */
  value(value: unknown): unknown;
  /** Redacts all known secrets in a report, in place. */
  known<T extends object>(report: T): T;
}

/** Report fields that contain fixed words or scenario texts. */
const ownFields = new Set([
  ...['outcome', 'state', 'severity', 'ruleId', 'side', 'file', 'workflowId', 'stepId', 'api', 'operationId'],
  ...['claims', 'summary', 'startedAt', 'kind', 'schemaVersion'],
]);

/** Texts up to this length are cached. */
const shortText = 200;
/** Maximum number of cached texts, and of secrets that are replaced everywhere. */
const [mostCached, mostLearned] = [20_000, 20_000];

/** Report fields with external content and member names. */
const outsideFields = new Set(['expected', 'actual', 'headers']);

/**
 * Creates a redactor for a workflow.
 *
 * @param secrets known values, such as a client secret from the environment
 * @throws RangeError for a secret of fewer than 8 characters
 */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new KnownSecrets();
  /** Caches results for short texts with the current secrets, because headers repeat. */
  const [shown, shownByValue] = [new Map<string, string>(), new Map<string, string>()];
  const add = (secret: string): void => {
    known.add(secret, redactedText);
    shown.clear();
    shownByValue.clear();
  };
  for (const secret of secrets) {
    if (secret.length < minSecretLength) {
      throw new RangeError(
        `A secret must have at least ${minSecretLength} characters; shorter values cannot be distinguished from ordinary words`,
      );
    }
    add(secret);
  }
  const learned = new Set<string>();
  const learn = (secret: string): string => {
    if (learned.size >= mostLearned) return redactedText;
    if (!learned.has(secret) && plausibleSecretPattern.test(secret) && !secret.includes(redactedText)) add(secret);
    learned.add(secret);
    return redactedText;
  };
  const remembered = (results: Map<string, string>, text: string, redact: () => string): string => {
    const result = results.get(text) ?? redact();
    if (results.size >= mostCached) results.clear();
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
    // A copy, because the report changes it.
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
      extractSecrets(name, content).forEach(learn);
      const scheme = /^(Bearer|Basic|DPoP)\s+\S+$/i.exec(content)?.[1];
      return [name, scheme === undefined ? redactedText : `${scheme} ${redactedText}`];
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

/** Finds the secrets in a JSON body by names and values. @param learn called with each secret */
export function learnFromValues(text: string, learn: (secret: string) => unknown): void {
  if (!/^\s*[[{"]/.test(text) || !mayNameSecret.test(text)) return;
  try {
    JSON.parse(text, (key, content: unknown) => {
      if (typeof content === 'string' && content !== '' && isSecretName(key))
        extractSecrets(key, content).forEach(learn);
      else if (isObject(content)) learnPair(content, learn);
      // JSON inside a JSON text.
      else if (typeof content === 'string' && /^\s*[[{]/.test(content)) learnFromValues(content, learn);
      return content;
    });
  } catch {
    // Invalid and truncated JSON is redacted as text.
  }
}

/** Learns a secret from an object with `name` and `value`, as in HTTP archives. */
function learnPair(
  { name, key = name, value }: Readonly<Record<string, unknown>>,
  learn: (secret: string) => unknown,
): void {
  if (typeof key === 'string' && typeof value === 'string' && value !== '' && isSecretName(key))
    extractSecrets(key, value).forEach(learn);
}
