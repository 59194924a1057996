import { isObject } from '@understudy/contract';
import { formsOf, replaceSecrets, unescaped } from './replace-secrets.js';

export const secretHeaders =
  /^(authorization|proxy-authorization|(?!idempotency).*-?key|.*(?:auth|access|security|csrf)-token|x-token|.*-secret|.*-signature)$/i;
export const cookieHeaders = /^(cookie|set-cookie)$/i;
const secretName =
  '[\\w-]*secret|[\\w-]*(?:access|refresh|id|auth|session|security)[-_]?token|token|assertion|password|passphrase|[\\w-]*(?:api|vendor|private|access|secret|subscription)[-_]?key';
export const secretNames = new RegExp(`^(?:${secretName})$`, 'i');
/** What every such name has a part of, unless its letters are escaped: most bodies have neither. */
const mayNameSecret = /secret|token|assertion|password|passphrase|key|\\u/i;
/** Each has the text before the secret, and the secret, as its groups. */
export const places: readonly RegExp[] = [
  new RegExp(`("(?:${secretName})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi'),
  // JSON inside a JSON text.
  new RegExp(`(\\\\"(?:${secretName})\\\\"\\s*:\\s*\\\\")((?:[^"\\\\]|\\\\[^"])*)`, 'gi'),
  new RegExp(`((?:^|[&?;])(?:${secretName})=)([^&\\s"'<>\\\\]*)`, 'gi'),
  // An element of XML, and an attribute.
  new RegExp(`(<(?:\\w+:)?(?:${secretName})(?:\\s[^<>]*)?>(?:<!\\[CDATA\\[)?)([^<]+?)(?=\\]\\]>|</)`, 'gi'),
  new RegExp(`(\\s(?:${secretName})\\s{0,9}=\\s{0,9}["'])([^"'<>]+)`, 'gi'),
  // A part of a multipart form: what follows the empty line behind its head.
  new RegExp(
    `(^content-disposition:[^\\r\\n]*;[ \\t]*name="?(?:${secretName})(?=["\\s;])[^\\r\\n]*(?:\\r?\\n[^\\r\\n]+){0,8}\\r?\\n\\r?\\n)([^\\r\\n]+)`,
    'gim',
  ),
  // A signed token (RFC 7519), wherever it stands.
  /()((?<![\w-])eyJ[\w-]{6,}\.eyJ[\w-]+\.[\w-]{16,})/g,
  /((?:[?&;]|\\u0026)(?:signature|sig|x-(?:amz|goog)-(?:signature|credential|security-token)|token)=)([^&\s"'<>\\]*)/gi,
  /(\b(?:Bearer|Basic|DPoP)\s+)([A-Za-z0-9._~+/-]{16,}=*)/gi,
  // The user and password of a URL.
  /(\bhttps?:\/\/)([^\s/@"'<>\\]+)(?=@)/gi,
];
/** The last part of a signed token, without which the others are worth nothing. */
export const signatureOf = (token: string): string | undefined => /^eyJ[\w-]+\.[\w-]+\.([\w-]{16,})$/.exec(token)?.[1];
/** What stands for a secret. */
export const redactedMark = '[redacted]';
/** What is replaced wherever it occurs must not be an ordinary word: a negative test may well send `Bearer invalid`. */
export const tellingSecret = /^(?=.*[^A-Za-z]).{8,}$/s;

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

/** Characters that a secret needs: a shorter one would be replaced in words that have nothing to do with it. */
export const shortestSecret = 8;

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
  const forms = new Map<string, string>();
  const learned = new Set<string>();
  /** What short texts became with the secrets of now: names and values of headers come again and again. */
  const shown = new Map<string, string>();
  const add = (secret: string): void => {
    for (const own of [secret, signatureOf(secret) ?? secret])
      for (const form of formsOf(own)) forms.set(form, redactedMark);
    shown.clear();
  };
  for (const secret of secrets) {
    if (secret.length < shortestSecret) {
      throw new RangeError(`A secret of fewer than ${shortestSecret} characters cannot be told from ordinary words`);
    }
    add(secret);
  }
  const learn = (secret: string): void => {
    if (learned.has(secret)) return;
    learned.add(secret);
    for (const reading of new Set([secret, unescaped(secret)])) {
      if (tellingSecret.test(reading) && !reading.includes(redactedMark)) add(reading);
    }
  };
  const byValue = (text: string): string => {
    if (text.length > shortText) return replaceSecrets(text, forms);
    const known = shown.get(text);
    if (known !== undefined) return known;
    const result = replaceSecrets(text, forms);
    shown.set(text, result);
    return result;
  };
  const text = (original: string): string => {
    learnFromValues(original, learn);
    let result = original;
    for (const pattern of places) {
      result = result.replace(pattern, (_whole, before: string, secret: string) => {
        learn(secret);
        return secret === '' ? before : before + redactedMark;
      });
    }
    return byValue(result);
  };
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
      if (cookieHeaders.test(name)) {
        for (const pair of content.split(/[;,]\s*/)) learn(pair.slice(pair.indexOf('=') + 1));
        return [name, redactedMark];
      }
      if (!secretHeaders.test(name)) return [name, text(content)];
      const scheme = /^(Bearer|Basic|DPoP)\s+(\S+)$/i.exec(content);
      learn(scheme?.[2] ?? content);
      if (scheme?.[1]?.toLowerCase() === 'basic') learn(passwordOf(scheme[2] ?? ''));
      return [name, scheme === null ? redactedMark : `${scheme[1]} ${redactedMark}`];
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
export function learnFromValues(text: string, learn: (secret: string) => void): void {
  if (!/^\s*[[{"]/.test(text) || !mayNameSecret.test(text)) return;
  try {
    JSON.parse(text, (key, content: unknown) => {
      if (typeof content === 'string' && content !== '' && secretNames.test(key)) learn(content);
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
  learn: (secret: string) => void,
): void {
  if (typeof key === 'string' && typeof value === 'string' && value !== '' && secretNames.test(key)) learn(value);
}

function passwordOf(basic: string): string {
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
