import dataTypes from '../../data/ubl-data-types.json' with { type: 'json' };
import structure from '../../data/ubl-structure.json' with { type: 'json' };
import { isCalendarDate } from '../../model/reading.js';
import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE, EXTENSION_NAMESPACE } from '../../ubl/namespaces.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceFinding } from '../rule.js';
import { ContentModelRegistry, checkContent, createStructureFinding, quoteText } from './structure-model.js';

interface UblDataType {
  readonly takes: (text: string) => boolean;
  readonly wanted: string;
  readonly required: string | undefined;
  readonly attributes: ReadonlySet<string>;
}

const ZONE = /(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

const isDecimal = (text: string): boolean => /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(text);
const isBoolean = (text: string): boolean => /^\s*(true|false|0|1)\s*$/.test(text);
const isDate = (text: string): boolean => isCalendarDate(text.trim().replace(ZONE, ''));
const isTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/.test(text.trim().replace(ZONE, ''));
const isBase64 = (text: string): boolean => {
  const plain = text.replace(/\s+/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
};
const any = (): boolean => true;

const dataType = (
  takes: (text: string) => boolean,
  wanted: string,
  attributes: string,
  required?: string,
): UblDataType => ({ takes, wanted, required, attributes: new Set(attributes.split(' ')) });

const NUMBER = 'a number such as 12.50';
const CODE = 'listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI';
const IDENTIFIER = 'schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI schemeURI';
const BINARY = 'format mimeCode encodingCode characterSetCode uri filename';
const QUANTITY = 'unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName';

const ublDataTypesByName: Readonly<Record<string, UblDataType>> = {
  Amount: dataType(isDecimal, NUMBER, 'currencyID currencyCodeListVersionID', 'currencyID'),
  BinaryObject: dataType(isBase64, 'base64', BINARY, 'mimeCode'),
  Code: dataType(any, 'a code', CODE),
  Date: dataType(isDate, 'a date such as 2026-01-15', ''),
  Identifier: dataType(any, 'an identifier', IDENTIFIER),
  Indicator: dataType(isBoolean, 'true or false', ''),
  Measure: dataType(isDecimal, NUMBER, 'unitCode unitCodeListVersionID', 'unitCode'),
  Name: dataType(any, 'text', 'languageID languageLocaleID'),
  Numeric: dataType(isDecimal, NUMBER, 'format'),
  Percent: dataType(isDecimal, NUMBER, 'format'),
  Quantity: dataType(isDecimal, NUMBER, QUANTITY),
  Rate: dataType(isDecimal, NUMBER, 'format'),
  Text: dataType(any, 'text', 'languageID languageLocaleID'),
  Time: dataType(isTime, 'a time such as 12:30:00', ''),
};

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

const noteUnknownAttributes = (element: XmlElement, isKnown: (name: string) => boolean, findings: InvoiceFinding[]) => {
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
