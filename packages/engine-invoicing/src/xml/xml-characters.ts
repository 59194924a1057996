const NAME_START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
/** A name from where `lastIndex` stands. */
export const xmlNamePattern = new RegExp(
  `[${NAME_START}][${NAME_START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*`,
  'y',
);
/** What may be no character of an XML 1.0 document; lone surrogates come as U+FFFD from the decoder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are forbidden
export const forbiddenCharacterPattern = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
export const predefinedEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }),
);
