import type { Address, Party } from '../model/party.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';
import { writeIdentifier } from './write-ubl-basics.js';

/** An address under the element name of its place. */
export const writeAddress = (name: string, address: Address | undefined): XmlOut | undefined =>
  node(
    name,
    leaf('cbc:StreetName', address?.street),
    leaf('cbc:AdditionalStreetName', address?.street2),
    leaf('cbc:CityName', address?.city),
    leaf('cbc:PostalZone', address?.postCode),
    leaf('cbc:CountrySubentity', address?.subdivision),
    node('cac:AddressLine', leaf('cbc:Line', address?.street3)),
    node('cac:Country', leaf('cbc:IdentificationCode', address?.country)),
  );

const taxScheme = (id: string | undefined, scheme: string): XmlOut | undefined =>
  id === undefined
    ? undefined
    : node('cac:PartyTaxScheme', leaf('cbc:CompanyID', id), node('cac:TaxScheme', leaf('cbc:ID', scheme)));

/** A VAT identifier. */
export const writeVatNumber = (id: string | undefined): XmlOut | undefined => taxScheme(id, 'VAT');

/** A seller or buyer. `creditor`: the bank assigned creditor identifier BT-90, which UBL stores with the seller. */
export const writeParty = (party: Party, creditor?: string): XmlOut | undefined =>
  node(
    'cac:Party',
    writeIdentifier('cbc:EndpointID', party.endpoint),
    [...party.identifiers, ...(creditor === undefined ? [] : [{ value: creditor, scheme: 'SEPA' }])].map((identifier) =>
      node('cac:PartyIdentification', writeIdentifier('cbc:ID', identifier)),
    ),
    node('cac:PartyName', leaf('cbc:Name', party.tradingName)),
    writeAddress('cac:PostalAddress', party.address),
    writeVatNumber(party.vatId),
    taxScheme(party.taxRegistration, 'TAX'),
    node(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', party.name),
      writeIdentifier('cbc:CompanyID', party.legalId),
      leaf('cbc:CompanyLegalForm', party.legalInfo),
    ),
    node(
      'cac:Contact',
      leaf('cbc:Name', party.contact?.name),
      leaf('cbc:Telephone', party.contact?.phone),
      leaf('cbc:ElectronicMail', party.contact?.email),
    ),
  );
