const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const units = (text: string, write: (unit: number) => string): string =>
  Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join('');
const points = (text: string, write: (point: number) => string): string =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const bytes = (text: string, write: (byte: number) => string): string => [...Buffer.from(text)].map(write).join('');
const words = (text: string, write: (byte: number) => string, between: string): string =>
  [...Buffer.from(text)].map(write).join(between);
const base32 = (text: string, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'): string => {
  const bits = bytes(text, (byte) => byte.toString(2).padStart(8, '0'));
  const digits = (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]);
  return digits.join('') + '='.repeat((8 - (digits.length % 8)) % 8);
};
const json = (text: string): string => JSON.stringify(text).slice(1, -1);

export const secretEncodings: Readonly<Record<string, (secret: string) => string>> = {
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
  'JSON within JSON within JSON': (secret) => json(json(json(secret))),
  'four times JSON': (secret) => json(json(json(json(secret)))),
  'hexadecimal digits with 0x': (secret) => `0x${Buffer.from(secret).toString('hex')}`,
  'hexadecimal numbers in a list': (secret) => words(secret, (byte) => `0x${hexOf(byte, 2)}`, ', '),
  'hexadecimal digits with colons': (secret) => words(secret, (byte) => hexOf(byte, 2), ':'),
  'hexadecimal digits with hyphens in upper case': (secret) =>
    words(secret, (byte) => hexOf(byte, 2), '-').toUpperCase(),
  'decimal numbers in a list': (secret) => `[${words(secret, String, ',')}]`,
  'decimal numbers with spaces': (secret) => words(secret, String, ' '),
  'decimal numbers with signs': (secret) => words(secret, (byte) => String((byte << 24) >> 24), ', '),
  'code units in a list': (secret) =>
    secret
      .split('')
      .map((unit) => unit.charCodeAt(0))
      .join(', '),
  'quoted-printable': (secret) => bytes(secret, (byte) => `=${hexOf(byte, 2).toUpperCase()}`),
  'quoted-printable in lines': (secret) =>
    bytes(secret, (byte) =>
      byte === 0x3d || byte > 126 ? `=${hexOf(byte, 2).toUpperCase()}` : String.fromCharCode(byte),
    ).replace(/(?:=[0-9A-F]{2}|[^=]){9}/g, '$&=\r\n'),
  CSS: (secret) => points(secret, (point) => `\\${point.toString(16)} `),
  'CSS of six digits': (secret) => points(secret, (point) => `\\${hexOf(point, 6)}`),
  base32: (secret) => base32(secret),
  'base32 of a name and the secret': (secret) => base32(`user:${secret}`).toLowerCase(),
  'base32 by its other alphabet': (secret) => base32(`us:${secret}`, '0123456789ABCDEFGHIJKLMNOPQRSTUV'),
  'base32 of JSON': (secret) => base32(JSON.stringify({ secret })),
  'base64 of UTF-16': (secret) => Buffer.from(secret, 'utf16le').toString('base64'),
  'base64 of UTF-16 with a name': (secret) => Buffer.from(`a:${secret}`, 'utf16le').toString('base64'),
  'base64 of UTF-16, high byte first': (secret) => Buffer.from(secret, 'utf16le').swap16().toString('base64'),
  'hexadecimal digits of UTF-16': (secret) => Buffer.from(secret, 'utf16le').toString('hex'),
  'hexadecimal digits of JSON': (secret) => Buffer.from(JSON.stringify({ secret })).toString('hex'),
  'base64url of a URL': (secret) => Buffer.from(`?secret=${encodeURIComponent(secret)}`).toString('base64url'),
};
