/** An element to write: text or children. */
export interface XmlOutput {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly content: string | readonly XmlOutput[];
}

const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) =>
    character === '&' ? '&amp;' : character === '<' ? '&lt;' : character === '>' ? '&gt;' : '&#13;',
  );

const escapeAttribute = (text: string): string =>
  escapeText(text).replace(/["\n\t]/g, (character) => (character === '"' ? '&quot;' : `&#${character.charCodeAt(0)};`));

const write = (element: XmlOutput, indent: string, out: string[]): void => {
  let tag = element.name;
  for (const [name, value] of Object.entries(element.attributes)) {
    if (value !== undefined) tag += ` ${name}="${escapeAttribute(value)}"`;
  }
  if (typeof element.content === 'string') {
    out.push(`${indent}<${tag}>${escapeText(element.content)}</${element.name}>\n`);
    return;
  }
  out.push(`${indent}<${tag}>\n`);
  for (const child of element.content) write(child, `${indent}  `, out);
  out.push(`${indent}</${element.name}>\n`);
};

/** Writes the text of a document, with declaration, indented by two spaces. */
export const writeXml = (root: XmlOutput): string => {
  const out = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  write(root, '', out);
  return out.join('');
};
