/** Characters that a terminal obeys instead of showing, and those that turn the order of what it shows. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Where a line, or a part of one, begins that a CI service reads as a command: GitHub's `::`, Azure's `##vso[` and their like. */
const commands = /:(?=:)(?<=^[\t ]*:)|#(?=#(?:vso|teamcity)?\[)/gim;

/**
 * A text of another server as a terminal, or the log of a CI job, may be given it: what they would obey is written out;
 * lines and tabs stay. JSON that is written out like this says the same as before.
 */
export function escapeControlCharacters(text: string): string {
  return text.replace(obeyed, escapeCharacter).replace(commands, escapeCharacter);
}

function escapeCharacter(character: string): string {
  if (character === '\n' || character === '\t') return character;
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
