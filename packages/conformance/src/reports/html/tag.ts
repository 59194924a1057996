import { escapeXml } from '../junit-report.js';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Markup that needs no escaping. */
export interface Markup {
  readonly markup: string;
}

type Child = Markup | string | number | undefined | readonly Child[];

const voids = ['meta', 'input', 'wbr'];

/** An element; texts among the children and attributes are escaped, `undefined` is left out, `true` is a bare attribute. */
export function tag(name: string, attributes: Attributes, ...children: Child[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => ` ${key}="${escapeXml(value === true ? key : String(value))}"`)
    .join('');
  if (voids.includes(name)) return { markup: `<${name}${written}/>` };
  return { markup: `<${name}${written}>${children.map(inner).join('')}</${name}>` };
}

function inner(child: Child): string {
  if (child === undefined) return '';
  if (typeof child === 'object') return 'markup' in child ? child.markup : child.map(inner).join('');
  return escapeXml(String(child));
}
