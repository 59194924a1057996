import { createElement, type Markup } from './tag.js';

/** Allows line breaks after separators in identifiers, paths and addresses. */
export function allowLineBreaks(text: string): (Markup | string)[] {
  return breakAt(text, /(?<=\S[./:#?&=,@|*-])(?=[\w{<[*~"'(])/);
}

/** Allows line breaks before members of truncated JSON. */
export function allowJsonLineBreaks(text: string): (Markup | string)[] {
  return breakAt(text, /(?<=[,{[])(?=["{[])/);
}

function breakAt(text: string, where: RegExp): (Markup | string)[] {
  const parts = text.split(where);
  return parts.flatMap((part, index) => (index === 0 ? [part] : [createElement('wbr', {}), part]));
}
