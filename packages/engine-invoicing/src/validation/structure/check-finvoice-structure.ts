import structure from '../../data/finvoice-structure.json' with { type: 'json' };
import textTypes from '../../data/finvoice-text-types.json' with { type: 'json' };
import { isCalendarDate } from '../../model/reading.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceFinding } from '../rule.js';
import {
  type ContentModel,
  ContentModelRegistry,
  checkContent,
  createStructureFinding,
  quoteText,
} from './structure-model.js';

const FAMILY = 'FINVOICE-XSD';

const models = new ContentModelRegistry(structure);

const checkText = (element: XmlElement, type: string, findings: InvoiceFinding[]): void => {
  const fault = checkFinvoiceText(type, element.text);
  if (fault !== undefined) {
    findings.push(
      createStructureFinding(`${FAMILY}/type`, element, `${element.name} is ${quoteText(element.text)}; ${fault}`),
    );
  }
  const [inner] = element.children;
  if (inner === undefined) return;
  findings.push(
    createStructureFinding(`${FAMILY}/unknown-element`, inner, `${element.name} has text only, no elements`),
  );
};

type Attributes = ContentModel['attributes'];
const NONE: Attributes = new Map();

const checkAttributes = (element: XmlElement, attributes: Attributes, findings: InvoiceFinding[]): void => {
  for (const { name, namespace, value } of element.attributes) {
    if (namespace !== '') continue;
    const attribute = attributes.get(name);
    const fault = attribute === undefined ? 'it is unknown' : checkFinvoiceText(attribute.type, value);
    if (fault === undefined) continue;
    const message = `The attribute ${name} of ${element.name} is ${quoteText(value)}; ${fault}`;
    findings.push(createStructureFinding(`${FAMILY}/attribute`, element, message, name));
  }
  for (const [name, { required }] of attributes) {
    if (!required || element.attribute(name) !== undefined) continue;
    findings.push(
      createStructureFinding(`${FAMILY}/attribute`, element, `${element.name} needs the attribute ${name}`),
    );
  }
};

/**
 * Resolves a text type that can extend others. Its text is that of the base type, and its attributes are those of all
 * types.
 */
const resolveText = (
  models: ContentModelRegistry,
  model: ContentModel,
  type: string,
): { text: string; attributes: Attributes } => {
  const base = models.get(type);
  if (base?.text === undefined) return { text: type, attributes: model.attributes };
  const inner = resolveText(models, base, base.text);
  return { text: inner.text, attributes: new Map([...inner.attributes, ...model.attributes]) };
};

const isDay = (text: string): boolean => isCalendarDate(text.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

const check = (element: XmlElement, type: string, models: ContentModelRegistry, findings: InvoiceFinding[]): void => {
  if (type === 'any') return;
  const model = models.get(type);
  if (model === undefined || model.text !== undefined) {
    const { text, attributes } =
      model?.text === undefined ? { text: type, attributes: NONE } : resolveText(models, model, model.text);
    checkText(element, text, findings);
    checkAttributes(element, attributes, findings);
    if (type === 'date' && /^\d{8}$/.test(element.text.trim()) && !isDay(element.text)) {
      const message = `${element.name} is ${quoteText(element.text)}; it must be a valid date`;
      findings.push(createStructureFinding(`${FAMILY}/type`, element, message));
    }
    return;
  }
  checkAttributes(element, model.attributes, findings);
  if (element.text.trim() !== '') {
    findings.push(createStructureFinding(`${FAMILY}/type`, element, `${element.name} has elements only, no text`));
  }
  const anything = model.places.get('*');
  const placeOf = (child: XmlElement): number | undefined => model.places.get(child.name) ?? anything;
  const particles = checkContent(FAMILY, element, model, placeOf, findings);
  element.children.forEach((child, index) => {
    const particle = particles[index];
    if (particle !== undefined) check(child, particle.type, models, findings);
  });
};

/** Checks the order, number, length and format of the elements of a Finvoice against the table of version 3.0. */
export const checkFinvoiceStructure = (root: XmlElement): InvoiceFinding[] => {
  const findings: InvoiceFinding[] = [];
  check(root, 'Finvoice', models, findings);
  return findings;
};

/** A text type. Its base is another text type or a type of XML Schema. */
interface TextType {
  readonly base: string;
  readonly least: number;
  readonly most: number;
  readonly pattern: RegExp | undefined;
}

let known: ReadonlyMap<string, TextType> | undefined;

/** `\c` of XML Schema stands for the characters of XML names. */
const patternOf = (source: string): RegExp =>
  new RegExp(`^(?:${source.replaceAll('\\c', '[\\w:.\\-\\u00B7-\\uFFFD]')})$`, 'u');

const readTextType = (entries: readonly string[]): TextType => {
  const [base = 'xs:string', ...facets] = entries;
  const facet = (name: string): string | undefined =>
    facets.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  const length = facet('length');
  const pattern = facet('pattern');
  return {
    base,
    least: Number(length ?? facet('minLength') ?? 0),
    most: Number(length ?? facet('maxLength') ?? Number.POSITIVE_INFINITY),
    pattern: pattern === undefined ? undefined : patternOf(pattern),
  };
};

const typeOf = (name: string): TextType | undefined => {
  known ??= new Map(Object.entries(textTypes).map(([type, entries]) => [type, readTextType(entries.split(' '))]));
  return known.get(name);
};

const rootOf = (type: string): string => {
  const base = typeOf(type)?.base;
  return base === undefined ? type : rootOf(base);
};

const schemaFault = (type: string, text: string): string | undefined => {
  if (
    type === 'xs:dateTime' &&
    !/^-?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.test(text.trim())
  ) {
    return 'it must be a point in time such as 2026-01-15T12:00:00Z';
  }
  if (type === 'xs:NMTOKEN' && !/^[\w:.\-\u00B7-\uFFFD]+$/u.test(text.trim())) return 'it must be one word';
  return type === 'xs:integer' && !/^[+-]?\d+$/.test(text.trim()) ? 'it must be a whole number' : undefined;
};

/** Returns the error of a text of the given type, or undefined. */
const checkFinvoiceText = (type: string, text: string): string | undefined => {
  const textType = typeOf(type);
  if (textType === undefined) return schemaFault(type, text);
  // Only xs:string preserves white space.
  const value = rootOf(type) === 'xs:string' ? text : text.trim().replace(/\s+/g, ' ');
  const length = [...value].length;
  if (length < textType.least) return `it must have ${textType.least} characters at least`;
  if (length > textType.most) return `it must have ${textType.most} characters at most`;
  if (textType.pattern !== undefined && !textType.pattern.test(value)) {
    return `it must have the form ${textType.pattern.source.slice(4, -2)}`;
  }
  return checkFinvoiceText(textType.base, text);
};
