import { decodeComponent } from '@understudy/model';
import { readJson } from './read-json.js';

/** Base64 and hexadecimal strings that are long enough to contain a name. */
export const base64 = /(?<![\w+/-])[\w+/-]{16,}={0,2}(?![\w+/=-])/g;
const hex = /(?<![\w])(?:[0-9a-f]{2}){8,}(?![\w])/gi;
/** A JSON string with escapes. */
const literal = /"[^"\\]*(?:\\.[^"\\]*)+"/gs;
/** A component of a URL or form. */
const component = /[^\s"'<>&=?/#;,{}\\]+/g;
const quotedPrintable = /=(?:\r?\n|3D|20|40|2E|C[23]|E2)/;
const deepest = 4;

/** Decodes base64 text. Returns undefined for other data. */
export function decodeText(encoded: string): string | undefined {
  return readable(Buffer.from(encoded, 'base64').toString('utf8'));
}

function readable(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters show that it is no text
  return /[\uFFFD\u0000-\u0008\u000E-\u001F]/.test(text) || !/[\p{L}\d]{2}/u.test(text) ? undefined : text;
}

/** Decodes quoted-printable text (RFC 2045). Returns undefined for other text. */
export function decodeQuotedPrintable(text: string): string | undefined {
  if (!quotedPrintable.test(text) || /^[^\s=]+=[^&\s]*&/.test(text)) return undefined;
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
  return bytes.includes('\uFFFD') ? undefined : bytes;
}

/** Decodes hexadecimal text. Returns undefined for other data. */
export function decodeHex(digits: string): string | undefined {
  return readable(Buffer.from(digits, 'hex').toString('utf8'));
}

/**
 * Applies a change to a text and to the text encoded in it: as base64, hexadecimal, JSON, URL, form or mail. Unchanged
 * parts keep their encoding.
 */
export function mapEncoded(text: string, change: (plain: string) => string, depth = 0): string {
  if (depth >= deepest) return change(text);
  const deeper = (inner: string): string => mapEncoded(inner, change, depth + 1);
  const within = (found: string, decoded: string | undefined, encode: (changed: string) => string): string => {
    const changed = decoded === undefined ? undefined : deeper(decoded);
    return changed === undefined || changed === decoded ? found : encode(changed);
  };
  const mail = decodeQuotedPrintable(text);
  if (mail !== undefined) {
    const changed = deeper(mail);
    if (changed !== mail) return encodeQuotedPrintable(changed);
  }
  const inner = text
    .replace(base64, (found) =>
      within(found, decodeText(found), (changed) =>
        Buffer.from(changed).toString(/[-_]/.test(found) ? 'base64url' : 'base64'),
      ),
    )
    .replace(hex, (found) =>
      within(found, decodeHex(found), (changed) => {
        const digits = Buffer.from(changed).toString('hex');
        return found === found.toUpperCase() ? digits.toUpperCase() : digits;
      }),
    )
    .replace(literal, (found) => within(found, readLiteral(found), JSON.stringify))
    .replace(component, (found) => {
      if (!/%[0-9a-f]{2}/i.test(found) && !/[\p{L}\d]\+[\p{L}\d(]/u.test(found)) return found;
      return within(found, decodeComponent(found.replaceAll('+', ' ')), (changed) =>
        encodeURIComponent(changed).replaceAll('%20', found.includes('%20') ? '%20' : '+'),
      );
    });
  return change(inner);
}

function readLiteral(text: string): string | undefined {
  const [value]: unknown[] = [readJson(`[${text}]`)].flat();
  return typeof value === 'string' ? value : undefined;
}

function encodeQuotedPrintable(text: string): string {
  return text.replace(/[^ -<>-~\t\r\n]+/g, (run) =>
    Buffer.from(run)
      .toString('hex')
      .toUpperCase()
      .replace(/../g, (byte) => `=${byte}`),
  );
}
