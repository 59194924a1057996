import { secretName, secretParameter } from './secret-names.js';

/** Each has the text before the secret, and the secret, as its groups. */
const places: readonly RegExp[] = [
  new RegExp(`("${secretName}"\\s*:\\s*")([^"\\\\]*(?:\\\\.[^"\\\\]*)*)`, 'gis'),
  new RegExp(`((?:^|[&?;#])${secretParameter}=)([^&\\s"'<>\\\\]*)`, 'gi'),
  // An element of XML, and an attribute.
  new RegExp(`(<(?:\\w+:)?${secretName}(?:\\s[^<>]*)?>(?:<!\\[CDATA\\[)?)([^<]+?)(?=\\]\\]>|</)`, 'gi'),
  new RegExp(`(\\s${secretName}\\s{0,9}=\\s{0,9}["'])([^"'<>]+)`, 'gi'),
  // A part of a multipart form: the line after the empty one behind its head.
  new RegExp(
    `(^content-disposition:[^\\r\\n]*;[ \\t]*name="?${secretName}(?=["\\s;])[^\\r\\n]*(?:\\r?\\n[^\\r\\n]+){0,8}\\r?\\n\\r?\\n)([^\\r\\n]+)`,
    'gim',
  ),
  // A signed token (RFC 7519), wherever it stands.
  /()((?<![\w-])eyJ[\w-]{6,}\.eyJ[\w-]+\.[\w-]{16,})/g,
  /(\b(?:Bearer|Basic|DPoP)\s+)([A-Za-z0-9._~+/-]{16,}=*)/gi,
  // The user and password of a URL.
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#@"'<>\\]+)(?=@)/gi,
];
/** Every text with such a place contains one of these; most texts contain none. */
const sign =
  /secret|passw|passphrase|assertion|user[-_]?pw|token|key|authorization|cookie|sig|code|credential|eyJ|bearer|basic|dpop|:\/\//i;

/** Finds secrets in a text by their places: the names before them, or their form. */
export function* secretPlaces(text: string): Generator<{ from: number; secret: string }> {
  if (!sign.test(text)) return;
  for (const pattern of places) {
    for (const { index, 1: before = '', 2: secret = '' } of text.matchAll(pattern)) {
      if (secret !== '') yield { from: index + before.length, secret };
    }
  }
}
