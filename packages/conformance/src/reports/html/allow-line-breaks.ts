import { type Markup, tag } from './tag.js';

/**
 * A text whose long names may continue in the next line: after the signs that join words in identifiers, paths and
 * addresses; never within a word.
 */
export function allowLineBreaks(text: string): (Markup | string)[] {
  return breakAt(text, /(?<=\S[./:#?&=,@|*-])(?=[\w{<[*~"'(])/);
}

/**
 * A text in which JSON that cannot be laid out, because its end was cut, may continue in the next line before every
 * member.
 */
export function allowJsonLineBreaks(text: string): (Markup | string)[] {
  return breakAt(text, /(?<=[,{[])(?=["{[])/);
}

function breakAt(text: string, where: RegExp): (Markup | string)[] {
  const parts = text.split(where);
  return parts.flatMap((part, index) => (index === 0 ? [part] : [tag('wbr', {}), part]));
}
