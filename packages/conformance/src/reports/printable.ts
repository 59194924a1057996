/** Characters that a terminal obeys instead of showing, and those that turn the order of what it shows. */
const obeyed = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text of another server as a terminal may be given it: what it would obey is written out; lines and tabs stay. */
export function printable(text: string): string {
  return text.replace(obeyed, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
