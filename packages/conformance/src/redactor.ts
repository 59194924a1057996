import {
  cloneJson,
  extractSecrets,
  findIssuedSecrets,
  findJsonSecrets,
  isSecretHeader,
  isSecretMember,
  KnownSecrets,
  minSecretLength,
  parseJson,
  plausibleSecretPattern,
  redactedText,
  replaceCookies,
  replaceSecrets,
  stringifyJson,
  unescapeText,
} from '@understudy/contract';

/**
 * Redacts secrets in reports: first where they are expected (headers, body fields, signed URLs), then wherever the same
 * values occur.
 */
export interface Redactor {
  /** Redacts a text, and remembers the secrets in it. */
  text(text: string): string;
  /** Remembers the secrets issued by a sign-in. */
  issued(exchange: Parameters<typeof findIssuedSecrets>[0]): void;
  /** Returns whether a text contains a known secret. */
  contains(text: string): boolean;
  /** Redacts headers, and remembers their secrets. */
  headers(headers: Record<string, string>): Record<string, string>;
  /** Redacts every string inside a value. */
  value(value: unknown): unknown;
  /** Redacts all known secrets in a report, in place. */
  known<T extends object>(report: T): T;
}

/** Report fields that contain only fixed words or texts from scenarios. */
const ownFields = new Set([
  ...['outcome', 'state', 'severity', 'ruleId', 'side', 'file', 'workflowId', 'stepId', 'api', 'operationId'],
  ...['claims', 'summary', 'startedAt', 'kind', 'schemaVersion'],
]);

/** Texts up to this length are cached. */
const shortText = 200;
/** Maximum number of cached texts, and of discovered secrets to replace everywhere. */
const [mostCached, mostLearned] = [20_000, 20_000];

/** Report fields with external content and member names. */
const outsideFields = new Set(['expected', 'actual', 'headers']);

interface RedactorOptions {
  /** Names of headers, members, parameters and fields whose values are secrets, in addition to the known ones. */
  readonly names?: readonly string[];
  /** True if each secret gets its own placeholder, `redacted-<number>`, so that equal secrets remain equal. */
  readonly isNumbered?: boolean;
}

/** Matches a placeholder written with {@link RedactorOptions.isNumbered}. */
export const placeholderPattern = /redacted-\d+/;

/**
 * Creates a redactor for a workflow or a recording.
 *
 * @param secrets known values, such as a client secret from the environment
 * @throws RangeError for a secret of fewer than 8 characters
 */
export function createRedactor(
  secrets: readonly string[] = [],
  { names, isNumbered = false }: RedactorOptions = {},
): Redactor {
  const known = new KnownSecrets(names);
  /** Caches redacted short texts until a new secret is found, because headers repeat. */
  const [shown, shownByValue] = [new Map<string, string>(), new Map<string, string>()];
  const add = (secret: string, mark: string): void => {
    known.add(secret, mark);
    shown.clear();
    shownByValue.clear();
  };
  const learned = new Map<string, string>();
  const numbers = new Map<string, string>();
  const markOf = (secret: string): string => {
    if (!isNumbered) return redactedText;
    // Differently escaped forms of a secret share one placeholder.
    const plain = unescapeText(secret);
    const mark = numbers.get(plain) ?? `redacted-${numbers.size + 1}`;
    numbers.set(plain, mark);
    return mark;
  };
  for (const secret of secrets) {
    if (secret.length < minSecretLength) {
      throw new RangeError(
        `A secret must have at least ${minSecretLength} characters; shorter values cannot be distinguished from ordinary words`,
      );
    }
    add(secret, markOf(secret));
  }
  const learn = (secret: string): string => {
    const before = learned.get(secret);
    if (before !== undefined) return before;
    // The value has already been redacted by this or another program.
    if (secret === '' || secret.includes(redactedText) || (isNumbered && placeholderPattern.test(secret)))
      return secret;
    const mark = markOf(secret);
    if (learned.size >= mostLearned) return mark;
    learned.set(secret, mark);
    if (plausibleSecretPattern.test(secret)) {
      add(secret, mark);
      if (isNumbered) add(unescapeText(secret), mark);
    }
    return mark;
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
      findJsonSecrets(original, { learn, isNamed: known.isNamed });
      return replaceSecrets(original, known, learn);
    });
  const everyText = (original: unknown, redact: (json: string) => string): unknown => {
    if (typeof original === 'string') return redact(original);
    if (typeof original !== 'object' || original === null) return original;
    const json = stringifyJson(original);
    const redacted = redact(json);
    // Returns a copy, because the report is modified in place.
    if (redacted === json) return cloneJson(original);
    try {
      return parseJson(redacted);
    } catch {
      return redacted;
    }
  };
  const value = (original: unknown): unknown => everyText(original, text);
  const isSecretValue = (name: string, content: string): boolean =>
    isSecretHeader(name) || known.isNamed?.(name) === true || isSecretMember(name, content);
  const headers = (original: Record<string, string>): Record<string, string> => {
    const values = Object.entries(original).map(([name, content]): [string, string] => {
      if (!isSecretValue(name, content)) return [name, text(content)];
      const found = extractSecrets(name, content);
      found.forEach(learn);
      if (isNumbered && /^(?:set-)?cookie$/i.test(name)) return [name, replaceCookies(content, learn)];
      const [, scheme, credentials] = /^(Bearer|Basic|DPoP|Token)\s+(\S+)$/i.exec(content) ?? [];
      return [name, credentials === undefined ? learn(content) : `${scheme} ${learn(credentials)}`];
    });
    return Object.fromEntries(values.map(([name, content]) => [byValue(name), content]));
  };
  const scrub = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, content] of Object.entries(part)) {
      if (ownFields.has(key)) continue;
      if (typeof content === 'string') Reflect.set(part, key, byValue(content));
      else if (outsideFields.has(key)) Reflect.set(part, key, everyText(content, byValue));
      else scrub(content);
    }
  };
  return {
    text,
    headers,
    contains: (original) => replaceSecrets(original, known) !== original,
    issued: (exchange) => findIssuedSecrets(exchange).forEach(learn),
    value,
    known(result) {
      scrub(result);
      return result;
    },
  };
}
