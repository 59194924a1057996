const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const units = (text: string, write: (unit: number) => string): string =>
  Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join('');
const points = (text: string, write: (point: number) => string): string =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const bytes = (text: string, write: (byte: number) => string): string => [...Buffer.from(text)].map(write).join('');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The ways in which a server may repeat a secret. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'JSON with every slash escaped': (secret) => json(secret).replaceAll('/', '\\/'),
  'JSON with every character escaped': (secret) => units(secret, (unit) => `\\u${hexOf(unit, 4)}`),
  'JSON in upper case': (secret) => units(secret, (unit) => `\\u${hexOf(unit, 4).toUpperCase()}`),
  'JSON within JSON': (secret) => json(json(secret)),
  'a URL': (secret) => encodeURIComponent(secret),
  'a URL with every byte escaped in lower case': (secret) => bytes(secret, (byte) => `%${hexOf(byte, 2)}`),
  'a URL within a URL': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => new URLSearchParams({ secret }).toString().slice('secret='.length),
  'HTML by names': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&apos;'),
  'HTML by numbers': (secret) => points(secret, (point) => `&#${point};`),
  'HTML by hexadecimal numbers': (secret) => points(secret, (point) => `&#x${point.toString(16)};`),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 of a name and the secret': (secret) => Buffer.from(`user:${secret}`).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
  'JavaScript with code points': (secret) => points(secret, (point) => `\\u{${point.toString(16)}}`),
  'octal numbers': (secret) => bytes(secret, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'a URL as old scripts write it': (secret) => units(secret, (unit) => `%u${hexOf(unit, 4)}`),
  'a shell word': (secret) => secret.replace(/[^\w\s\u0080-\uffff]/g, '\\$&'),
  'HTML by the names of HTML 5': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('/', '&sol;')
      .replaceAll('+', '&plus;')
      .replaceAll('=', '&equals;')
      .replaceAll('-', '&#x02d;'),
  'HTML by numbers without an end': (secret) => points(secret, (point) => `&#0${point}`),
  'capital letters': (secret) => secret.toUpperCase(),
  'small letters': (secret) => secret.toLowerCase(),
  'hexadecimal digits with spaces': (secret) => bytes(secret, (byte) => `${hexOf(byte, 2)} `).trimEnd(),
  'UTF-16': (secret) => units(secret, (unit) => `${String.fromCharCode(unit)}\0`),
  'two lines': (secret) => `${secret.slice(0, 7)}\r\n  ${secret.slice(7)}`,
  'base64 in lines': (secret) => Buffer.from(secret).toString('base64').replace(/.{10}/g, '$&\r\n'),
  'base64 of base64': (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  'base64 of JSON': (secret) => Buffer.from(JSON.stringify({ secret })).toString('base64'),
  'base64url of a URL': (secret) => Buffer.from(`?secret=${encodeURIComponent(secret)}`).toString('base64url'),
};
