import {
  extractSecrets,
  isSecretHeader,
  KnownSecrets,
  plausibleSecretPattern,
  replaceSecrets,
  unescapeText,
} from '@understudy/contract';
import { learnFromValues } from '../redactor.js';

const placeholder = /redacted-\d+/;

/** Replaces each secret with a unique `redacted-<number>`, so that later requests still match earlier responses. */
export class SecretPseudonyms {
  readonly #numbers = new Map<string, string>();
  readonly #known = new KnownSecrets();

  /** @param secrets known secrets, such as a client secret from the environment */
  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) this.#known.add(secret, this.#of(secret));
  }

  text(original: string): string {
    learnFromValues(original, (secret) => this.#of(secret));
    return replaceSecrets(original, this.#known, (secret) => this.#of(secret));
  }

  headers(original: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(original).map(([name, content]) => {
        if (!isSecretHeader(name)) return [name, this.text(content)];
        for (const secret of extractSecrets(name, content)) this.#of(secret);
        const [, scheme, credentials] = /^(Bearer|Basic|DPoP)\s+(\S+)$/i.exec(content) ?? [];
        return [name, credentials === undefined ? this.#of(content) : `${scheme} ${this.#of(credentials)}`];
      }),
    );
  }

  #of(written: string): string {
    // A secret is the same however it is escaped.
    const secret = unescapeText(written);
    // The server has already redacted it.
    if (secret === '' || secret === '[redacted]' || placeholder.test(secret)) return secret;
    const made = this.#numbers.get(secret) ?? `redacted-${this.#numbers.size + 1}`;
    this.#numbers.set(secret, made);
    if (plausibleSecretPattern.test(secret)) {
      this.#known.add(secret, made);
      this.#known.add(written, made);
    }
    return made;
  }
}

/**
 * Reads the values of the placeholders in a recorded text from the text that is sent now. Returns `undefined` if the
 * texts differ elsewhere.
 */
export function readPlaceholders(recorded: string, sent: string): Map<string, string> | undefined {
  if (recorded === sent) return new Map();
  const parts = recorded.split(/(redacted-\d+)/);
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? '([^"&\\s]*?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(sent);
  if (match === null) return undefined;
  const meant = new Map<string, string>();
  for (const [index, name] of parts.filter((_part, place) => place % 2 === 1).entries()) {
    const value = match[index + 1] ?? '';
    if (meant.has(name) && meant.get(name) !== value) return undefined;
    meant.set(name, value);
  }
  return meant;
}
