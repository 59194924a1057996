/** An element to write: text or children. Undefined children and elements without either are dropped. */
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

/** Creates an element with text. Undefined without text. */
export const createLeaf = (
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlOutput | undefined => (text === undefined ? undefined : { name, attributes, content: text });

/** Creates an element with children. Undefined without children. */
export const createNode = (
  name: string,
  ...children: (XmlOutput | readonly (XmlOutput | undefined)[] | undefined)[]
): XmlOutput | undefined => {
  const content = children.flat().filter((child): child is XmlOutput => child !== undefined);
  return content.length === 0 ? undefined : { name, attributes: {}, content };
};

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
