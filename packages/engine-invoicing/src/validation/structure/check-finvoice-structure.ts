import structure from '../../data/finvoice-structure.json' with { type: 'json' };
import { isCalendarDate } from '../../model/reading.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceFinding } from '../finding.js';
import { checkContent, createStructureFinding, quoteText } from './check-content.js';
import { checkFinvoiceText } from './finvoice-text-type.js';
import { type ContentModel, ContentModelRegistry } from './structure-model.js';

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

/** A text type may extend another one: its text is that of the last, its attributes are those of all. */
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

/** Checks order, number, lengths and forms of the elements of a Finvoice with the table of version 3.0. */
export const checkFinvoiceStructure = (root: XmlElement): InvoiceFinding[] => {
  const findings: InvoiceFinding[] = [];
  check(root, 'Finvoice', models, findings);
  return findings;
};
