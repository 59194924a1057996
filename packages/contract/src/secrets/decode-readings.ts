/** Text with some escapes decoded, and the original offsets of its characters. */
export interface DecodedReading {
  readonly text: string;
  /** Original offsets of the characters, followed by the original length. Absent if there are no escapes. */
  readonly starts?: Uint32Array;
}

/** The replacement for a match, and the offsets of its characters within the match. */
interface Meaning {
  readonly piece: string;
  readonly at: (index: number) => number;
}

/** Maximum number of readings. Escapes can be nested: JSON in JSON in a URL. */
const maxReadings = 8;
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|((?:\\[0-3][0-7]{2})+)|\\([bfnrt]|[^\w\s\0])|%u([0-9a-f]{4})|((?:%[0-9a-f]{2})+)|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|&([a-z]{2,6});/gi;
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', bsol: '\\', plus: '+', equals: '=' },
  ...{ lowbar: '_', period: '.', comma: ',', colon: ':', semi: ';', dollar: '$', percnt: '%', commat: '@', num: '#' },
  ...{ excl: '!', quest: '?', ast: '*', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lcub: '{', rcub: '}' },
  ...{ verbar: '|', hat: '^', grave: '`' },
};
const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** Matches separators in wrapped or spaced text, or in UTF-16. */
export const separatorPattern = /[\s\0\u00ad\u200b-\u200d\u2060\ufeff]+/g;

interface Dialect {
  readonly sign: RegExp;
  readonly pattern: RegExp;
  readonly meaningOf: (match: RegExpMatchArray) => Meaning;
}
/** Escapes that conflict with other escapes, and character codes. Each dialect is decoded separately. */
const dialects: readonly Dialect[] = [
  // Quoted-printable (RFC 2045). A lower-case escape can also be a parameter.
  ...['[0-9A-F]', '[0-9A-Fa-f]'].map(
    (digit): Dialect => ({
      sign: new RegExp(`=(?:${digit}{2}|\\s)`),
      pattern: new RegExp(`(?:=(?:${digit}{2}|\\s{1,9}))+`, 'g'),
      meaningOf: ([whole]) => ofNumbers(whole, /=([0-9a-f]{2})/gi, 16),
    }),
  ),
  {
    sign: /\\[0-9a-f]/i,
    pattern: /\\([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|\\([^\w\s\0])/gi,
    // CSS escapes.
    meaningOf: ([, hex, plain = '']) => ({
      piece: hex === undefined ? plain : characterOf(Number.parseInt(hex, 16)),
      at: () => 0,
    }),
  },
  {
    sign: /[0-9a-f]{2}[\s,:;.-]/i,
    pattern: /(?:0x)?[0-9a-f]{2}(?:[\s,:;.-]{1,12}(?:0x)?[0-9a-f]{2}){7,}/gi,
    meaningOf: ([whole]) => ofNumbers(whole, /(?:0x)?([0-9a-f]{2})/gi, 16),
  },
  {
    sign: /\d[\s,;]/,
    pattern: /-?\d{1,7}(?:[\s,;]{1,12}-?\d{1,7}){7,}/g,
    meaningOf: ([whole]) => ofNumbers(whole, /(-?\d+)/g, 10),
  },
];

/** Decodes nested escapes of JSON, URLs, forms, HTML and XML step by step. Returns the text after every step. */
export function decodeReadings(original: string): DecodedReading[] {
  const readings: DecodedReading[] = [];
  let reading: DecodedReading | undefined = { text: original };
  for (; reading !== undefined && readings.length < maxReadings; reading = undo(reading)) readings.push(reading);
  return readings;
}

/** Decodes text as quoted-printable, CSS, or a list of numbers. */
export function decodeRareReadings(reading: DecodedReading): DecodedReading[] {
  return dialects.flatMap(({ sign, pattern, meaningOf }) =>
    sign.test(reading.text) ? (rewritten(reading, pattern, meaningOf) ?? []) : [],
  );
}

export function unescapeText(text: string): string {
  return decodeReadings(text).at(-1)?.text ?? text;
}

export function stripSeparators(reading: DecodedReading): DecodedReading | undefined {
  return rewritten(reading, separatorPattern, () => ({ piece: '', at: () => 0 }));
}

function undo(reading: DecodedReading): DecodedReading | undefined {
  return /[\\%&]/.test(reading.text) ? rewritten(reading, escapes, meaningOf) : undefined;
}

function rewritten(
  { text, starts }: DecodedReading,
  pattern: RegExp,
  meaningOf: (match: RegExpMatchArray) => Meaning,
): DecodedReading | undefined {
  const read = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  let end = 0;
  const take = (piece: string, offsetOf: (index: number) => number): void => {
    pieces.push(piece);
    for (let index = 0; index < piece.length; index += 1) {
      const place = offsetOf(index);
      read[length + index] = starts?.[place] ?? place;
    }
    length += piece.length;
  };
  for (const match of text.matchAll(pattern)) {
    const from = end;
    take(text.slice(from, match.index), (index) => from + index);
    const { piece, at } = meaningOf(match);
    take(piece, (index) => match.index + at(index));
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  const from = end;
  take(text.slice(from), (index) => from + index);
  read[length] = starts?.[text.length] ?? text.length;
  return { text: pieces.join(''), starts: read.subarray(0, length + 1) };
}

function meaningOf(match: RegExpMatchArray): Meaning {
  const [whole, unit, byte, point, octals, plain, script, percents, hex, decimal, name = ''] = match;
  if (octals !== undefined) return ofNumbers(whole, /\\(\d{3})/g, 8);
  if (percents !== undefined) return ofNumbers(whole, /%([0-9a-f]{2})/gi, 16);
  const digits = unit ?? byte ?? point ?? script ?? hex;
  if (digits !== undefined) return { piece: characterOf(Number.parseInt(digits, 16)), at: () => 0 };
  if (decimal !== undefined) return { piece: characterOf(Number(decimal)), at: () => 0 };
  if (plain !== undefined) return { piece: control[plain] ?? plain, at: () => 0 };
  // Unknown names remain unchanged.
  const character = named[name.toLowerCase()];
  return character === undefined ? { piece: whole, at: (index) => index } : { piece: character, at: () => 0 };
}

/** Decodes numbers as UTF-8 bytes, or as characters. */
function ofNumbers(whole: string, token: RegExp, radix: number): Meaning {
  const numbers: number[] = [];
  const places: number[] = [];
  for (const { index, 1: digits = '' } of whole.matchAll(token)) {
    const number = Number.parseInt(digits, radix);
    numbers.push(number < 0 ? number & 0xff : number);
    places.push(index);
  }
  const starts: number[] = [];
  let piece = '';
  for (let at = 0; at < numbers.length; ) {
    const { character, taken } = characterAt(numbers, at);
    for (let unit = 0; unit < character.length; unit += 1) starts.push(places[at] ?? 0);
    piece += character;
    at += taken;
  }
  return { piece, at: (index) => starts[index] ?? 0 };
}

function characterAt(numbers: readonly number[], at: number): { character: string; taken: number } {
  const first = numbers[at] ?? 0;
  const taken = first >> 5 === 0b110 ? 2 : first >> 4 === 0b1110 ? 3 : first >> 3 === 0b11110 ? 4 : 1;
  if (taken === 1) return { character: characterOf(first), taken };
  const character = Buffer.from(numbers.slice(at, at + taken)).toString('utf8');
  return character.includes('\ufffd') ? { character: characterOf(first), taken: 1 } : { character, taken };
}

function characterOf(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}
