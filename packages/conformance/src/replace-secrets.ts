/** A text after some rounds of undoing escapes, and where each of its characters began in the original. */
interface Reading {
  readonly text: string;
  /** One more than there are characters: the last is the length of the original. None where nothing was escaped. */
  readonly starts?: Uint32Array;
}

/** Escapes may stand within escapes: JSON in JSON in a URL. */
const mostReadings = 4;
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\(["'\\/bfnrt])|((?:%[0-9a-f]{2})+)|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos|sol|nbsp);/gi;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  nbsp: ' ',
};
const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** What is left of a base64 text between its neighbours must still tell. */
const shortestPart = 8;

/**
 * Replaces secrets wherever they can be read in a text: as they are, or behind escapes of JSON, URLs, forms, HTML or XML,
 * also one within another.
 *
 * @param forms what to look for (see {@link formsOf}) and what to write instead
 */
export function replaceSecrets(text: string, forms: ReadonlyMap<string, string>): string {
  const found: { from: number; to: number; mark: string }[] = [];
  for (const { text: readable, starts } of readingsOf(text)) {
    for (const [form, mark] of forms) {
      for (let at = readable.indexOf(form); at !== -1; at = readable.indexOf(form, at + form.length)) {
        const behind = at + form.length;
        found.push({ from: starts?.[at] ?? at, to: starts?.[behind] ?? behind, mark });
      }
    }
  }
  if (found.length === 0) return text;
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  let result = '';
  let end = 0;
  for (const { from, to, mark } of found) {
    if (from >= end) result += text.slice(end, from) + mark;
    end = Math.max(end, to);
  }
  return result + text.slice(end);
}

/** A secret as it is, as a form writes its spaces, as hexadecimal digits, and as the part of a base64 text that is its own. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const parts = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // The first and the last character also hold bits of what stands before and behind.
    const own = whole.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
    return own.length < shortestPart ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  // Bytes of an answer that is no UTF-8 are read one by one.
  return [
    ...new Set([secret, secret.replaceAll(' ', '+'), bytes.toString('latin1'), hex, hex.toUpperCase(), ...parts]),
  ];
}

/** What a text says without its escapes. */
export function unescaped(text: string): string {
  return readingsOf(text).at(-1)?.text ?? text;
}

function readingsOf(original: string): Reading[] {
  const readings: Reading[] = [];
  let reading: Reading | undefined = { text: original };
  for (; reading !== undefined && readings.length < mostReadings; reading = undo(reading)) readings.push(reading);
  return readings;
}

/** Undoes every escape once; `undefined` when there is none. */
function undo({ text, starts }: Reading): Reading | undefined {
  if (!/[\\%&]/.test(text)) return undefined;
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
  for (const match of text.matchAll(escapes)) {
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

/** What an escape stands for, and how much of it stands for one character. */
function meaningOf(match: RegExpMatchArray): { piece: string; width: number } {
  const [whole, unit, byte, plain, percents, hex, decimal, name = ''] = match;
  if (percents !== undefined) {
    const piece = Buffer.from(percents.replaceAll('%', ''), 'hex').toString('utf8');
    return { piece, width: whole.length / piece.length };
  }
  const code = Number.parseInt(unit ?? byte ?? hex ?? '', 16);
  const point = Number.isNaN(code) ? Number(decimal ?? Number.NaN) : code;
  if (!Number.isNaN(point)) return { piece: characterOf(point), width: 0 };
  return { piece: plain === undefined ? (named[name.toLowerCase()] ?? '') : (control[plain] ?? plain), width: 0 };
}

function characterOf(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}
