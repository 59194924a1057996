import { escapeXml } from '../junit-report.js';

/** Escaped markup. */
export interface Markup {
  readonly markup: string;
}

export type Content = Markup | string | number | undefined | readonly Content[];

/** Caches the texts of each template without line breaks and indentation. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Creates markup from a template. Values other than markup are escaped, and `undefined` is omitted. */
export function html(template: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const texts = templates.get(template) ?? template.map((text) => text.replace(/\n\s*/g, ''));
  templates.set(template, texts);
  return { markup: String.raw({ raw: texts }, ...values.map(toMarkup)) };
}

function toMarkup(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'object') return 'markup' in content ? content.markup : content.map(toMarkup).join('');
  return escapeXml(String(content));
}

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
