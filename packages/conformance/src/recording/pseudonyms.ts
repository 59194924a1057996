import { cookieHeaders, places, secretHeaders, tellingSecret, writtenForms } from '../redactor.js';

const placeholder = /redacted-\d+/;

/**
 * Replaces secrets by `redacted-<number>`, the same secret by the same number, so that a recording still hangs together:
 * a token that was answered is the token that is sent next.
 */
export class Pseudonyms {
  readonly #numbers = new Map<string, string>();

  /** @param secrets known beforehand, such as a client secret from the environment */
  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) if (secret !== '') this.#of(secret);
  }

  text(original: string): string {
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
        const [, scheme, credentials] = /^(Bearer|Basic|DPoP)\s+(\S+)$/i.exec(content) ?? [];
        if (scheme?.toLowerCase() === 'basic') this.#of(passwordOf(credentials ?? ''));
        return [name, credentials === undefined ? this.#of(content) : `${scheme} ${this.#of(credentials)}`];
      }),
    );
  }

  #of(secret: string): string {
    // What the server redacted itself is no secret any more.
    if (secret === '' || secret === '[redacted]' || placeholder.test(secret)) return secret;
    const known = this.#numbers.get(secret);
    if (known !== undefined) return known;
    const made = `redacted-${this.#numbers.size + 1}`;
    this.#numbers.set(secret, made);
    return made;
  }

  #byValue(text: string): string {
    let result = text;
    for (const [secret, made] of this.#numbers) {
      if (!tellingSecret.test(secret)) continue;
      for (const form of writtenForms(secret)) result = result.replaceAll(form, made);
    }
    return result;
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
