import type { XmlElement } from './xml-element.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The prefixes that published invoices and rules use; other namespaces keep the prefix of the file. */
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
