/** Control characters other than line breaks and tabs, and direction marks. */
const obeyed = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Prefixes of CI commands, such as `::` and `##vso[`. */
const commands = /:(?=:)(?<=^[\t ]*:)|#(?=#(?:vso|teamcity)?\[)/gim;

/**
 * Escapes control characters (except line breaks and tabs) and CI commands in untrusted text. Escaped JSON keeps its
 * value.
 */
export function escapeControlCharacters(text: string): string {
  return text.replace(obeyed, escapeCharacter).replace(commands, escapeCharacter);
}

/** Returns a character as `\u001b`. */
export function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
