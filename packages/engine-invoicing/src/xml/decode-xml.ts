import type { InvoiceRejection } from '../invoice-rejection.js';

interface DecodedXml {
  readonly text: string;
  readonly encoding: string;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1' | 'iso-8859-15' | 'windows-1252' | 'us-ascii';

const NAMES: ReadonlyMap<string, Encoding> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'iso-8859-1': 'iso-8859-1',
    latin1: 'iso-8859-1',
    'iso-8859-15': 'iso-8859-15',
    'latin-9': 'iso-8859-15',
    'windows-1252': 'windows-1252',
    cp1252: 'windows-1252',
    'us-ascii': 'us-ascii',
    ascii: 'us-ascii',
  }),
);

/** Detects the encoding from the first bytes, with the length of the byte order mark. */
const markOf = (bytes: Uint8Array): { encoding: Encoding; length: number } | undefined => {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return { encoding: 'utf-16le', length: 0 };
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return { encoding: 'utf-16be', length: 0 };
  return undefined;
};

const refuse = (reason: string, line?: number, column?: number): InvoiceRejection => ({
  refused: true,
  code: 'xml/encoding',
  reason,
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
});

/** Returns the position of the first byte sequence that is invalid in the encoding. */
const badPlace = (bytes: Uint8Array, encoding: Encoding): { line: number; column: number } => {
  const before = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  const at = Math.max(0, before.indexOf('\uFFFD'));
  const lines = before.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

const decode = (bytes: Uint8Array, encoding: Encoding): DecodedXml | InvoiceRejection => {
  const text = (value: string): DecodedXml => ({ text: value, encoding });
  // TextDecoder decodes iso-8859-1 as windows-1252, so it is decoded byte by byte here.
  if (encoding === 'iso-8859-1')
    return text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
  if (encoding === 'us-ascii') {
    const at = bytes.findIndex((byte) => byte > 0x7f);
    if (at < 0) return text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
    const { line, column } = badPlace(
      bytes.map((byte, index) => (index === at ? 0xff : byte & 0x7f)),
      'utf-8',
    );
    return refuse(
      'The file declares US-ASCII but contains other characters; declare its actual encoding',
      line,
      column,
    );
  }
  try {
    return text(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    const { line, column } = badPlace(bytes, encoding);
    return refuse(
      `The bytes are not ${encoding.toUpperCase()}; use that encoding, or declare the actual one`,
      line,
      column,
    );
  }
};

/**
 * Decodes bytes by their byte order mark and XML declaration: UTF-8, UTF-16, ISO-8859-1 and -15, windows-1252, ASCII.
 */
export const decodeXml = (bytes: Uint8Array): DecodedXml | InvoiceRejection => {
  const mark = markOf(bytes);
  const content = mark === undefined ? bytes : bytes.subarray(mark.length);
  const wide = mark !== undefined && mark.encoding !== 'utf-8';
  const head = wide
    ? new TextDecoder(mark.encoding).decode(content.subarray(0, 400))
    : Buffer.from(content.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*(["'])([^"']*)\1/.exec(head)?.[2]?.toLowerCase();
  if (wide) {
    if (declared !== undefined && !/^(utf-?16(le|be)?|ucs-2|iso-10646-ucs-2)$/.test(declared)) {
      return refuse(`The file is in UTF-16 but declares ${declared}; they must match`, 1, 1);
    }
    return decode(content, mark.encoding);
  }
  if (declared === undefined) return decode(content, 'utf-8');
  const encoding = NAMES.get(declared);
  if (encoding === undefined) {
    const reason = /^utf-?16/.test(declared)
      ? 'The file declares UTF-16 but its bytes are not; they must match'
      : `The encoding ${declared} is not supported; use UTF-8, UTF-16, ISO-8859-1 or ISO-8859-15`;
    return refuse(reason, 1, 1);
  }
  if (mark !== undefined && encoding !== 'utf-8') {
    return refuse(`The file starts with a UTF-8 byte order mark but declares ${declared}; they must match`, 1, 1);
  }
  return decode(content, encoding);
};

const NAME_START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
/** Matches an XML name at `lastIndex`. */
export const xmlNamePattern = new RegExp(
  `[${NAME_START}][${NAME_START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*`,
  'y',
);
/** Characters that XML 1.0 forbids. The decoder has already replaced lone surrogates by U+FFFD. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are forbidden
export const forbiddenCharacterPattern = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
export const predefinedEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }),
);

/** Limits of a document. Together they limit its memory to about 20 times the allowed size. */
export interface XmlLimits {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
}

/** 32 MiB, two million elements, 100 levels. Ten thousand invoice lines need a quarter of this. */
export const xmlLimits: XmlLimits = { bytes: 32 * 1024 * 1024, elements: 2_000_000, depth: 100 };
