/** Control characters, which a terminal would obey, and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const controls = new RegExp(control, 'g');

/** A text in one line that steers no terminal: what clients send must not write into the log of a server. */
export function inOneLine(text: string): string {
  if (!control.test(text)) return text;
  return text.replace(controls, (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
