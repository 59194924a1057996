import { isObject } from '../objects.js';
import { extractSecrets, isSecretMember, secretHolder } from './secret-names.js';

/** Matches some part of every secret name. Most bodies contain no match. */
const mayNameSecret =
  /secret|token|assertion|pass|pwd|key|pw|cookie|auth|signature|code|credential|jwt|otp|sid|session|license|\\u/i;
interface Options {
  readonly learn: (secret: string) => unknown;
  readonly isNamed: ((name: string) => boolean) | undefined;
}

/**
 * Finds the secrets in JSON by their names and values: members, objects and lists with a secret name, and name-value
 * pairs.
 */
export function findJsonSecrets(text: string, { learn, isNamed }: Options): void {
  if (!/^\s*[[{"]/.test(text) || (isNamed === undefined && !mayNameSecret.test(text))) return;
  const isSecret = (name: string, value: string): boolean =>
    value !== '' && (isNamed?.(name) === true || isSecretMember(name, value));
  const take = (name: string, value: unknown): void => {
    if (typeof value === 'string' && isSecret(name, value)) extractSecrets(name, value).forEach(learn);
  };
  const open: { name: string; value: unknown; owner?: string }[] = [{ name: '', value: parseJson(text) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value, owner } = next;
    if (typeof value === 'string') {
      take(name, value);
      if (owner !== undefined) take(owner, value);
      // JSON inside a JSON string.
      if (/^\s*[[{]/.test(value)) open.push({ name, value: parseJson(value) });
    } else if (Array.isArray(value)) for (const item of value) open.push({ name, value: item });
    else if (isObject(value)) {
      const { name: pair, key = pair, value: content } = value;
      if (typeof key === 'string') take(key, content);
      for (const [member, each] of Object.entries(value))
        open.push({ name: member, value: each, ...(secretHolder.test(member) ? { owner: name } : {}) });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid and truncated JSON is redacted as text.
    return undefined;
  }
}
