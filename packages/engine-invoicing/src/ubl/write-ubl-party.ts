import type { InvoiceParty, PostalAddress } from '../model/party.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';
import { writeUblIdentifier } from './write-ubl-basics.js';

/** Writes an address under the element name of its place. */
export const writeUblAddress = (name: string, address: PostalAddress | undefined): XmlOutput | undefined =>
  createNode(
    name,
    createLeaf('cbc:StreetName', address?.street),
    createLeaf('cbc:AdditionalStreetName', address?.street2),
    createLeaf('cbc:CityName', address?.city),
    createLeaf('cbc:PostalZone', address?.postCode),
    createLeaf('cbc:CountrySubentity', address?.subdivision),
    createNode('cac:AddressLine', createLeaf('cbc:Line', address?.street3)),
    createNode('cac:Country', createLeaf('cbc:IdentificationCode', address?.country)),
  );

const taxScheme = (id: string | undefined, scheme: string): XmlOutput | undefined =>
  id === undefined
    ? undefined
    : createNode(
        'cac:PartyTaxScheme',
        createLeaf('cbc:CompanyID', id),
        createNode('cac:TaxScheme', createLeaf('cbc:ID', scheme)),
      );

export const writeVatNumber = (id: string | undefined): XmlOutput | undefined => taxScheme(id, 'VAT');

/** A seller or buyer. `creditor`: the bank assigned creditor identifier BT-90, which UBL stores with the seller. */
export const writeUblParty = (party: InvoiceParty, creditor?: string): XmlOutput | undefined =>
  createNode(
    'cac:Party',
    writeUblIdentifier('cbc:EndpointID', party.endpoint),
    [...party.identifiers, ...(creditor === undefined ? [] : [{ value: creditor, scheme: 'SEPA' }])].map((identifier) =>
      createNode('cac:PartyIdentification', writeUblIdentifier('cbc:ID', identifier)),
    ),
    createNode('cac:PartyName', createLeaf('cbc:Name', party.tradingName)),
    writeUblAddress('cac:PostalAddress', party.address),
    writeVatNumber(party.vatId),
    taxScheme(party.taxRegistration, 'TAX'),
    createNode(
      'cac:PartyLegalEntity',
      createLeaf('cbc:RegistrationName', party.name),
      writeUblIdentifier('cbc:CompanyID', party.legalId),
      createLeaf('cbc:CompanyLegalForm', party.legalInfo),
    ),
    createNode(
      'cac:Contact',
      createLeaf('cbc:Name', party.contact?.name),
      createLeaf('cbc:Telephone', party.contact?.phone),
      createLeaf('cbc:ElectronicMail', party.contact?.email),
    ),
  );
