import { findNearest, suggestName } from '@understudy/contract';

export interface RequestPreference {
  readonly code?: string;
  readonly example?: string;
  /** Seconds to delay the response. */
  readonly wait?: number;
}

const forms: Readonly<Record<string, { form: RegExp; allowed: string }>> = {
  code: { form: /^[1-5]\d\d$/, allowed: 'a status such as code=503' },
  example: { form: /^.+$/, allowed: 'the name of a documented example' },
  wait: { form: /^\d{1,9}(?:\.\d{1,3})?$/, allowed: 'seconds such as wait=2 or wait=0.5' },
};
const names = Object.keys(forms);

/**
 * Parses the `Prefer` header (RFC 7240). Ignores unknown preferences unless they look like a typo.
 * @returns an error message if the header is invalid
 */
export function readPreference(header: string): RequestPreference | string {
  const wish: Record<string, string> = {};
  for (const part of splitPreferences(header)) {
    const sign = part.indexOf('=');
    const name = (sign === -1 ? part : part.slice(0, sign)).trim();
    const value = sign === -1 ? '' : part.slice(sign + 1).trim();
    const key = name.toLowerCase();
    const known = Object.hasOwn(forms, key) ? forms[key] : undefined;
    if (known !== undefined) {
      const text = value.replace(/^"(.*)"$/s, (_whole, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
      if (!known.form.test(text)) return `Prefer: ${key} must be ${known.allowed}, but is "${value}"`;
      wish[key] = text;
    } else if (key !== '' && findNearest(key, names) !== undefined) {
      return `Unknown preference "${name}" in Prefer; use code, example or wait.${suggestName(key, names)}`;
    }
  }
  const { code, example, wait } = wish;
  return {
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { example }),
    ...(wait === undefined ? {} : { wait: Number(wait) }),
  };
}

const quotedText = /"(?:[^"\\]|\\.)*"/g;

/** Splits preferences at commas, semicolons and spaces, but not within quotation marks. */
function splitPreferences(header: string): string[] {
  const quoted = header.match(quotedText) ?? [];
  let next = 0;
  // A quoted text is one word while the header is split.
  const parts = header.replace(quotedText, '"').split(/[,;\s]+(?=[^=\s]*(?:=|,|;|$))/);
  return parts.map((part) => part.replace('"', () => quoted[next++] ?? '"'));
}
