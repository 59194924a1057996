/** One attribute. `namespace` is empty for an attribute without prefix. */
export interface XmlAttribute {
  readonly name: string;
  readonly namespace: string;
  readonly value: string;
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = [];

/** An element of a parsed document. `text` is its own character data, without its children. */
export class XmlElement {
  readonly children: XmlElement[] = [];
  text = '';
  attributes: readonly XmlAttribute[] = NO_ATTRIBUTES;

  /** Local name, and line and column of the start tag, from 1. */
  constructor(
    readonly name: string,
    readonly namespace: string,
    readonly prefix: string,
    readonly parent: XmlElement | undefined,
    readonly line: number,
    readonly column: number,
  ) {}

  /** Returns the first child with a local name, in any namespace. */
  child(name: string): XmlElement | undefined {
    for (const child of this.children) if (child.name === name) return child;
    return undefined;
  }

  /** Returns all children with a local name. */
  all(name: string): XmlElement[] {
    const found: XmlElement[] = [];
    for (const child of this.children) if (child.name === name) found.push(child);
    return found;
  }

  /** Returns the first element down a path of local names. */
  at(...path: string[]): XmlElement | undefined {
    let element: XmlElement | undefined = this;
    for (const name of path) {
      element = element.child(name);
      if (element === undefined) return undefined;
    }
    return element;
  }

  /** Returns the trimmed text of the first element at a path. Undefined if there is none or it is empty. */
  textAt(...path: string[]): string | undefined {
    const text = this.at(...path)?.text.trim();
    return text === '' ? undefined : text;
  }

  /** Returns an attribute without namespace. */
  attribute(name: string): string | undefined {
    for (const attribute of this.attributes) {
      if (attribute.name === name && attribute.namespace === '') return attribute.value;
    }
    return undefined;
  }
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The prefixes that published invoices and rules use. Other namespaces use the prefix from the file. */
const USUAL_PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [`${UBL}CommonAggregateComponents-2`]: 'cac',
    [`${UBL}CommonBasicComponents-2`]: 'cbc',
    [`${UBL}CommonExtensionComponents-2`]: 'ext',
  }),
);

const nameOf = (element: XmlElement): string => {
  const prefix = USUAL_PREFIXES.get(element.namespace) ?? element.prefix;
  return prefix === '' || element.parent === undefined ? element.name : `${prefix}:${element.name}`;
};

/** The XPath of an element, with positions if siblings have the same name. */
export const toXpath = (element: XmlElement, attribute?: string): string => {
  const steps: string[] = attribute === undefined ? [] : [`@${attribute}`];
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const current = at;
    const alike = current.parent?.children.filter(
      (other) => other.name === current.name && other.namespace === current.namespace,
    );
    const position = alike !== undefined && alike.length > 1 ? `[${alike.indexOf(current) + 1}]` : '';
    steps.unshift(nameOf(current) + position);
  }
  return `/${steps.join('/')}`;
};
