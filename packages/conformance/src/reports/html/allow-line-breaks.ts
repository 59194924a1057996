import { html, type Markup } from './html.js';

/** Allows line breaks after separators in identifiers, paths and addresses. */
export function allowLineBreaks(text: string): (Markup | string)[] {
  return breakAt(text, /(?<=\S[./:#?&=,@|*-])(?=[\w{<[*~"'(])/);
}

/** Allows line breaks before members of truncated JSON. */
export function allowJsonLineBreaks(text: string): (Markup | string)[] {
  return breakAt(text, /(?<=[,{[])(?=["{[])/);
}

function breakAt(text: string, where: RegExp): (Markup | string)[] {
  return text.split(where).flatMap((part, index) => (index === 0 ? [part] : [html`<wbr/>`, part]));
}
