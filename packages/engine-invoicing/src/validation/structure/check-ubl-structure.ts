import dataTypes from '../../data/ubl-data-types.json' with { type: 'json' };
import structure from '../../data/ubl-structure.json' with { type: 'json' };
import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE, EXTENSION_NAMESPACE } from '../../ubl/namespaces.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceFinding } from '../finding.js';
import { checkContent, createStructureFinding, quoteText } from './check-content.js';
import { ContentModelRegistry } from './structure-model.js';
import { type UblDataType, ublDataTypesByName } from './ubl-data-type.js';

const FAMILY = 'UBL-XSD';

interface UblTables {
  readonly models: ContentModelRegistry;
  readonly types: ReadonlyMap<string, UblDataType>;
}

let known: UblTables | undefined;

const readTables = (): UblTables => {
  const types = new Map<string, UblDataType>();
  for (const [name, elements] of Object.entries(dataTypes)) {
    const type = ublDataTypesByName[name];
    if (type !== undefined) for (const element of elements.split(' ')) types.set(element, type);
  }
  return { models: new ContentModelRegistry(structure), types };
};

/** Returns the name under which a child stands in the table. */
const keyOf = (child: XmlElement): string => {
  if (child.namespace === AGGREGATE_NAMESPACE) return child.name;
  if (child.namespace === BASIC_NAMESPACE) return `-${child.name}`;
  return child.namespace === EXTENSION_NAMESPACE ? `~${child.name}` : `?${child.name}`;
};

const checkBasic = (element: XmlElement, type: UblDataType, findings: InvoiceFinding[]): void => {
  const [inner] = element.children;
  if (inner !== undefined) {
    findings.push(
      createStructureFinding(`${FAMILY}/unknown-element`, inner, `${element.name} has text only, no elements`),
    );
  }
  if (!type.takes(element.text)) {
    const message = `${element.name} is ${quoteText(element.text)}; it must be ${type.wanted}`;
    findings.push(createStructureFinding(`${FAMILY}/type`, element, message));
  }
  if (type.required !== undefined && element.attribute(type.required) === undefined) {
    const message = `${element.name} needs the attribute ${type.required}`;
    findings.push(createStructureFinding(`${FAMILY}/attribute`, element, message));
  }
  noteUnknownAttributes(element, (name) => type.attributes.has(name), findings);
};

const noteUnknownAttributes = (
  element: XmlElement,
  isKnown: (name: string) => boolean,
  findings: InvoiceFinding[],
): void => {
  for (const { name, namespace } of element.attributes) {
    if (namespace !== '' || isKnown(name)) continue;
    const message = `${element.name} has no attribute ${name}; remove it`;
    findings.push(createStructureFinding(`${FAMILY}/attribute`, element, message, name));
  }
};

const checkAggregate = (element: XmlElement, type: string, tables: UblTables, findings: InvoiceFinding[]): void => {
  const model = tables.models.get(type);
  if (model === undefined) return;
  if (element.text.trim() !== '') {
    findings.push(createStructureFinding(`${FAMILY}/type`, element, `${element.name} has elements only, no text`));
  }
  noteUnknownAttributes(element, () => false, findings);
  const particles = checkContent(FAMILY, element, model, (child) => model.places.get(keyOf(child)), findings);
  element.children.forEach((child, index) => {
    const particle = particles[index];
    if (particle === undefined || child.namespace === EXTENSION_NAMESPACE) return;
    const basic = child.namespace === BASIC_NAMESPACE ? tables.types.get(child.name) : undefined;
    if (basic !== undefined) checkBasic(child, basic, findings);
    else checkAggregate(child, particle.type, tables, findings);
  });
};

/** Checks order, number and data types of the elements of a UBL 2.1 Invoice or CreditNote, without extensions. */
export const checkUblStructure = (root: XmlElement): InvoiceFinding[] => {
  known ??= readTables();
  const findings: InvoiceFinding[] = [];
  checkAggregate(root, root.name, known, findings);
  return findings;
};
