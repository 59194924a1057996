/** A text after some rounds of undoing escapes, and where each of its characters began in the original. */
export interface Reading {
  readonly text: string;
  /** One more than there are characters: the last is the length of the original. None where nothing was escaped. */
  readonly starts?: Uint32Array;
}

/** Escapes may stand within escapes: JSON in JSON in a URL. */
const mostReadings = 4;
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|((?:\\[0-3][0-7]{2})+)|\\([bfnrt]|[^\w\s\0])|%u([0-9a-f]{4})|((?:%[0-9a-f]{2})+)|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|&([a-z]{2,6});/gi;
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', bsol: '\\', plus: '+', equals: '=' },
  ...{ lowbar: '_', period: '.', comma: ',', colon: ':', semi: ';', dollar: '$', percnt: '%', commat: '@', num: '#' },
  ...{ excl: '!', quest: '?', ast: '*', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lcub: '{', rcub: '}' },
  ...{ verbar: '|', hat: '^', grave: '`' },
};
const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** What may stand between the characters of a text that was broken into lines, spaced out, or written in UTF-16. */
export const between = /[\s\0\u00ad\u200b-\u200d\u2060\ufeff]+/g;

/** A text as it is, and as it reads once escapes of JSON, URLs, forms, HTML or XML are undone, also one within another. */
export function readingsOf(original: string): Reading[] {
  const readings: Reading[] = [];
  let reading: Reading | undefined = { text: original };
  for (; reading !== undefined && readings.length < mostReadings; reading = undo(reading)) readings.push(reading);
  return readings;
}

/** A text without what may stand between its characters; `undefined` when there is none of it. */
export function squeezed(reading: Reading): Reading | undefined {
  return rewritten(reading, between, () => ({ piece: '', width: 0 }));
}

/** Undoes every escape once; `undefined` when there is none. */
function undo(reading: Reading): Reading | undefined {
  return /[\\%&]/.test(reading.text) ? rewritten(reading, escapes, meaningOf) : undefined;
}

/** @param meaningOf what stands for a match, and how much of the match stands for one of its characters */
function rewritten(
  { text, starts }: Reading,
  pattern: RegExp,
  meaningOf: (match: RegExpMatchArray) => { piece: string; width: number },
): Reading | undefined {
  const read = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  let end = 0;
  const take = (piece: string, placeOf: (index: number) => number): void => {
    pieces.push(piece);
    for (let index = 0; index < piece.length; index += 1) {
      const place = placeOf(index);
      read[length + index] = starts?.[place] ?? place;
    }
    length += piece.length;
  };
  for (const match of text.matchAll(pattern)) {
    const from = end;
    take(text.slice(from, match.index), (index) => from + index);
    const { piece, width } = meaningOf(match);
    take(piece, (index) => match.index + Math.floor(index * width));
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  const from = end;
  take(text.slice(from), (index) => from + index);
  read[length] = starts?.[text.length] ?? text.length;
  return { text: pieces.join(''), starts: read.subarray(0, length + 1) };
}

function meaningOf(match: RegExpMatchArray): { piece: string; width: number } {
  const [whole, unit, byte, point, octals, plain, script, percents, hex, decimal, name = ''] = match;
  if (octals !== undefined) return ofBytes(whole, octals.split('\\').slice(1), 8);
  if (percents !== undefined) return ofBytes(whole, percents.split('%').slice(1), 16);
  const digits = unit ?? byte ?? point ?? script ?? hex;
  if (digits !== undefined) return { piece: characterOf(Number.parseInt(digits, 16)), width: 0 };
  if (decimal !== undefined) return { piece: characterOf(Number(decimal)), width: 0 };
  if (plain !== undefined) return { piece: control[plain] ?? plain, width: 0 };
  // A name that stands for no character is left as it is.
  return { piece: named[name.toLowerCase()] ?? whole, width: named[name.toLowerCase()] === undefined ? 1 : 0 };
}

function ofBytes(whole: string, bytes: readonly string[], radix: number): { piece: string; width: number } {
  const piece = Buffer.from(bytes.map((byte) => Number.parseInt(byte, radix))).toString('utf8');
  return { piece, width: whole.length / piece.length };
}

function characterOf(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}
