import { cookieHeaders, learnFromValues, places, secretHeaders, signatureOf, tellingSecret } from '../redactor.js';
import { formsOf, replaceSecrets, unescaped } from '../replace-secrets.js';

const placeholder = /redacted-\d+/;

/**
 * Replaces secrets by `redacted-<number>`, the same secret by the same number, so that a recording still hangs together:
 * a token that was answered is the token that is sent next.
 */
export class Pseudonyms {
  readonly #numbers = new Map<string, string>();
  /** Every form of those that are replaced wherever they occur. */
  readonly #forms = new Map<string, string>();

  /** @param secrets known beforehand, such as a client secret from the environment */
  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) {
      const made = this.#of(secret);
      for (const form of formsOf(secret)) this.#forms.set(form, made);
    }
  }

  text(original: string): string {
    learnFromValues(original, (secret) => this.#of(secret));
    let result = original;
    for (const pattern of places) {
      result = result.replace(pattern, (_whole, before: string, secret: string) => before + this.#of(secret));
    }
    return this.#byValue(result);
  }

  headers(original: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(original).map(([name, content]) => {
        if (!secretHeaders.test(name) && !cookieHeaders.test(name)) return [name, this.text(content)];
        if (cookieHeaders.test(name)) {
          for (const pair of content.split(/[;,]\s*/)) this.#of(pair.slice(pair.indexOf('=') + 1));
        }
        const [, scheme, credentials] = /^(Bearer|Basic|DPoP)\s+(\S+)$/i.exec(content) ?? [];
        if (scheme?.toLowerCase() === 'basic') this.#of(passwordOf(credentials ?? ''));
        return [name, credentials === undefined ? this.#of(content) : `${scheme} ${this.#of(credentials)}`];
      }),
    );
  }

  #of(secret: string): string {
    // What the server redacted itself is not secret any more.
    if (secret === '' || secret === '[redacted]' || placeholder.test(secret)) return secret;
    const known = this.#numbers.get(secret);
    if (known !== undefined) return known;
    const made = `redacted-${new Set(this.#numbers.values()).size + 1}`;
    // However it is escaped here, unescaped it is the same secret.
    for (const reading of new Set([secret, unescaped(secret)])) {
      this.#numbers.set(reading, made);
      const signature = signatureOf(reading);
      if (signature !== undefined) this.#of(signature);
      if (tellingSecret.test(reading)) for (const form of formsOf(reading)) this.#forms.set(form, made);
    }
    return made;
  }

  #byValue(text: string): string {
    return replaceSecrets(text, this.#forms);
  }
}

function passwordOf(basic: string): string {
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/**
 * What the placeholders of a recorded text stood for, read off the text that is sent now: where the two differ only in
 * placeholders. `undefined` when they differ in more.
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
