import { isObject, stringifyJson } from '@understudy/contract';
import type { SchemaReader } from '@understudy/model';

interface XmlForm {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  readonly nodeType?: string;
}

/** Encodes a value as an XML document, following the `xml` objects of its schema. */
export function encodeXmlBody(schemas: SchemaReader, value: unknown, schema: unknown): string {
  const named = schemas.flat(schema).names.at(-1)?.split('/').at(-1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(schemas, value, schema, named ?? 'response')}`;
}

function element(schemas: SchemaReader, value: unknown, schema: unknown, name: string): string {
  const flat = schemas.chosen(schema);
  const form = formOf(schemas, schema);
  if (Array.isArray(value)) {
    const items = value.map((item) => element(schemas, item, flat.items, itemName(schemas, flat.items, form, name)));
    return isWrapped(form) ? tagged(form, name, [], items.join('')) : items.join('');
  }
  if (!isObject(value)) return tagged(form, name, [], textOf(value));
  const attributes: string[] = [];
  let inner = '';
  for (const [member, each] of Object.entries(value)) {
    const property = flat.properties.get(member) ?? flat.keywords['additionalProperties'];
    const own = formOf(schemas, property);
    if (own.attribute === true || own.nodeType === 'attribute')
      attributes.push(` ${nameOf(own, member)}="${textOf(each)}"`);
    else if (own.nodeType === 'text' || own.nodeType === 'cdata') inner += textOf(each);
    else if (each !== null) inner += element(schemas, each, property, member);
  }
  return tagged(form, name, attributes, inner);
}

function formOf(schemas: SchemaReader, schema: unknown): XmlForm {
  const { xml } = schemas.chosen(schema).keywords;
  return isObject(xml) ? xml : {};
}

function isWrapped({ wrapped, nodeType }: XmlForm): boolean {
  return wrapped === true || nodeType === 'element';
}

/** The element name of unwrapped items: the name in their own schema, or else the name of the array. */
function itemName(schemas: SchemaReader, items: unknown, form: XmlForm, name: string): string {
  return formOf(schemas, items).name ?? (isWrapped(form) ? name : (form.name ?? name));
}

function nameOf({ name, prefix }: XmlForm, fallback: string): string {
  const valid = (text: string) => text.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return `${prefix === undefined ? '' : `${valid(String(prefix))}:`}${valid(String(name ?? fallback))}`;
}

function tagged(form: XmlForm, fallback: string, attributes: readonly string[], inner: string): string {
  const { namespace, prefix } = form;
  const declared = prefix === undefined ? 'xmlns' : `xmlns:${nameOf({}, String(prefix))}`;
  const start = `${nameOf(form, fallback)}${namespace === undefined ? '' : ` ${declared}="${textOf(namespace)}"`}`;
  const open = `${start}${attributes.join('')}`;
  return inner === '' ? `<${open}/>` : `<${open}>${inner}</${nameOf(form, fallback)}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Removes characters that XML 1.0 does not permit. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? stringifyJson(value) : String(value ?? '');
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (each: string) => entities[each] ?? '');
}
