import { between, type Reading, readingsOf, squeezed } from './readings-of.js';

/** Enough must be left of a base64 text between its neighbours to identify it. */
const shortestPart = 8;
/** Texts that may be base64, by either of its alphabets; what of them is by one; and how often one is looked for within another. */
const base64 = /[A-Za-z0-9+/_-]{16,}/g;
const ofOneAlphabet = [/[A-Za-z0-9+/]{16,}/g, /[A-Za-z0-9_-]{16,}/g];
const deepest = 2;

interface Found {
  from: number;
  to: number;
  mark: string;
}

/**
 * Replaces secrets wherever they can be read in a text: as they are, in capital or small letters, broken into lines or
 * spaced out, or behind escapes of JSON, URLs, forms, HTML or XML and in base64, also one within another.
 *
 * @param forms what to look for (see {@link formsOf}) and what to write instead
 */
export function replaceSecrets(text: string, forms: ReadonlyMap<string, string>): string {
  const found = findSecrets(text, forms, deepest);
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

function findSecrets(text: string, forms: ReadonlyMap<string, string>, depth: number): Found[] {
  if (forms.size === 0) return [];
  const readings = readingsOf(text);
  /** What is known of texts in base64: most stand in every reading. */
  const known = new Map<string, string | undefined>();
  const within = (run: string): string | undefined => {
    if (!known.has(run)) {
      const meant = meaningOf(run);
      known.set(run, meant === undefined ? undefined : findSecrets(meant, forms, depth - 1)[0]?.mark);
    }
    return known.get(run);
  };
  const found = readings.flatMap((reading) => [
    ...findForms(reading, forms),
    ...(depth === 0 ? [] : findRuns(reading, within)),
  ]);
  const plain = readings.at(-1);
  const dense = plain !== undefined && hasBroken(plain, forms) ? squeezed(plain) : undefined;
  if (dense === undefined) return found;
  // Characters left out after a secret are not part of it.
  const broken = findForms(dense, forms);
  return [
    ...found,
    ...broken.map(({ from, to, mark }) => ({ from, to: from + text.slice(from, to).trimEnd().length, mark })),
  ];
}

/** What texts in base64 say: the same ones come in many texts. */
const meanings = new Map<string, string | undefined>();
const mostMeanings = 10_000;

/**
 * The text that is written in base64; undefined when its bytes are none: those hold a secret as it is, if at all, and its
 * part of the base64 is among the forms.
 */
function meaningOf(run: string): string | undefined {
  if (run.length > 1000 || !meanings.has(run)) {
    const decoded = Buffer.from(run, 'base64').toString('utf8');
    const meaning = decoded.includes('\ufffd') ? undefined : decoded;
    if (run.length > 1000) return meaning;
    if (meanings.size >= mostMeanings) meanings.clear();
    meanings.set(run, meaning);
  }
  return meanings.get(run);
}

/** Whether a secret is there once what may stand between characters is left out: where each began is found out only then. */
function hasBroken({ text }: Reading, forms: ReadonlyMap<string, string>): boolean {
  const dense = small(text.replace(between, ''));
  return dense.length < text.length && [...forms.keys()].some((form) => dense.includes(form));
}

function findForms({ text, starts }: Reading, forms: ReadonlyMap<string, string>): Found[] {
  const readable = small(text);
  const found: Found[] = [];
  for (const [form, mark] of forms) {
    for (let at = readable.indexOf(form); at !== -1; at = readable.indexOf(form, at + form.length)) {
      const behind = at + form.length;
      found.push({ from: starts?.[at] ?? at, to: starts?.[behind] ?? behind, mark });
    }
  }
  return found;
}

/** Texts in base64 within which there is a secret. */
function findRuns({ text, starts }: Reading, within: (run: string) => string | undefined): Found[] {
  const found: Found[] = [];
  const look = (run: string, from: number): void => {
    const mark = within(run);
    const behind = from + run.length;
    if (mark !== undefined) found.push({ from: starts?.[from] ?? from, to: starts?.[behind] ?? behind, mark });
  };
  for (const { index, 0: whole } of text.matchAll(base64)) {
    const isMixed = /[+/]/.test(whole) && /[_-]/.test(whole);
    if (!isMixed) look(whole, index);
    else
      for (const pattern of ofOneAlphabet)
        for (const { index: at, 0: run } of whole.matchAll(pattern)) look(run, index + at);
  }
  return found;
}

/**
 * A secret as it is, as a form writes its spaces, as hexadecimal digits, and as the part of a base64 text that is its own;
 * all in small letters.
 */
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
  const plain = [secret, secret.replaceAll(' ', '+'), secret.replace(between, ''), bytes.toString('latin1')];
  return [...new Set([...plain, hex, ...parts].map(small))];
}

/** Small letters, as many as there were letters. */
function small(text: string): string {
  const result = text.toLowerCase();
  return result.length === text.length ? result : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** What a text says without its escapes. */
export function unescaped(text: string): string {
  return readingsOf(text).at(-1)?.text ?? text;
}
