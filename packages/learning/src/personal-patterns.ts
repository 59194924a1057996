/** Separators in groups of digits, for use in a character class. */
const gap = ' \\u00A0\\u202F.-';
export const email =
  /(?<!%[0-9A-F]?)[\p{L}\p{N}._+'-]{1,64}(?:%2B[\p{L}\p{N}._-]{1,64})?(?:@|%(?:25)?40)(?:[\p{L}\p{N}-]{1,63}\.){0,5}\p{L}{2,24}/giu;
export const iban = new RegExp(
  `(?<![A-Z0-9])[A-Z]{2}\\d{2}(?:(?:[+${gap}]|%20)?[A-Z0-9]{4}){2,7}(?:(?:[+${gap}]|%20)?[A-Z0-9]{1,4})?(?![A-Z0-9])`,
  'gi',
);
export const identityNumber = /(?<![\w-])(?:\d{2})?\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\w-])/gi;
/** Payment card numbers, starting with the digits of a card network. */
export const card = /(?<![\w.+-])(?:3[0-9]|4\d|5[0-9]|6[0-9]|2[2-7])\d\d(?:[ -]?\d{1,6}){2,4}(?![\w]|[.-]\d)/g;
export const date = /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4}|(?:19|20)\d{6})(?!\d)/g;
/** Phone numbers with an international or national prefix, or in North American format. Excludes dates. */
export const phone = new RegExp(
  `(?<![\\w+.])(?!\\d{1,2}[./-]\\d{1,2}[./-]\\d{4})(?:(?:\\+|%2B|00|0)[1-9](?:[()/${gap}]{0,2}\\d){6,12}|\\(?[2-9]\\d\\d\\)?[${gap}]{1,2}\\d{3}[${gap}]\\d{4})(?!\\w|[.-]\\d)`,
  'gi',
);
/** Numbers that are personal data only if the name of their member says so. */
export const numbers = new RegExp(`(?<![\\w+])\\+?\\d(?:[()/${gap}]{0,2}[\\dA-Z]){2,24}(?![\\p{L}\\p{N}_])`, 'gu');
/** Words, including percent-encoded letters. */
export const words = /(?:[\p{L}\p{N}\p{M}]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+)+/giu;
/** Words of addresses that do not identify a place. */
export const ofAddresses =
  /^(?:street|road|avenue|lane|drive|square|place|court|north|south|east|west|upper|lower|main|house|floor|unit|suite|apartment|building|katu|strasse|straße|platz|gata|rue|calle|city|town|saint|port|new)$/i;
