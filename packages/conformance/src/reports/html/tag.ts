import { escapeXml } from '../junit-report.js';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Escaped markup. */
export interface Markup {
  readonly markup: string;
}

type Child = Markup | string | number | undefined | readonly Child[];

const voids = ['meta', 'input', 'wbr'];

/**
 * Creates an element. Text and attributes are escaped. `undefined` attributes are omitted, and `true` becomes an
 * attribute without a value.
 */
export function createElement(name: string, attributes: Attributes, ...children: Child[]): Markup {
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
