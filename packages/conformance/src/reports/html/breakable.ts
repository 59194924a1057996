import { type Markup, tag } from './tag.js';

/**
 * A text whose long names may go on in the next line: after the signs that join words in identifiers, paths and addresses;
 * never within a word.
 */
export function breakable(text: string): (Markup | string)[] {
  const parts = text.split(/(?<=\S[./:#?&=,@|*-]+)(?=[\w{<[*~"'(])/);
  return parts.flatMap((part, index) => (index === 0 ? [part] : [tag('wbr', {}), part]));
}
