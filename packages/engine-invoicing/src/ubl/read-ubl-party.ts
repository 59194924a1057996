import { omitEmpty, omitEmptyOrUndefined } from '../model/omit-empty.js';
import type { InvoiceParty, PostalAddress } from '../model/party.js';
import type { XmlElement } from '../xml/xml-element.js';
import { readUblIdentifier } from './read-ubl-basics.js';

/** Reads an address of a party or a delivery place. */
export const readUblAddress = (element: XmlElement | undefined): PostalAddress | undefined =>
  omitEmptyOrUndefined({
    street: element?.textAt('StreetName'),
    street2: element?.textAt('AdditionalStreetName'),
    street3: element?.textAt('AddressLine', 'Line'),
    city: element?.textAt('CityName'),
    postCode: element?.textAt('PostalZone'),
    subdivision: element?.textAt('CountrySubentity'),
    country: element?.textAt('Country', 'IdentificationCode'),
  });

const isVat = (scheme: XmlElement): boolean => scheme.textAt('TaxScheme', 'ID')?.toUpperCase() === 'VAT';

/** Reads a party's VAT identifier (BT-31, BT-48 or BT-63). */
export const readVatNumber = (party: XmlElement): string | undefined =>
  party.all('PartyTaxScheme').find(isVat)?.textAt('CompanyID');

/** A seller or buyer. The legal name is its name (BT-27). An additional party name is the trading name (BT-28). */
export const readUblParty = (party: XmlElement): InvoiceParty => {
  const legal = party.child('PartyLegalEntity');
  const legalName = legal?.textAt('RegistrationName');
  const partyName = party.textAt('PartyName', 'Name');
  const contact = party.child('Contact');
  return omitEmpty({
    name: legalName ?? partyName ?? '',
    tradingName: legalName === undefined ? undefined : partyName,
    // SEPA marks the bank assigned creditor identifier BT-90, which belongs to the direct debit.
    identifiers: party
      .all('PartyIdentification')
      .flatMap((identification) => readUblIdentifier(identification.child('ID')) ?? [])
      .filter((identifier) => identifier.scheme !== 'SEPA'),
    legalId: readUblIdentifier(legal?.child('CompanyID')),
    vatId: readVatNumber(party),
    taxRegistration: party
      .all('PartyTaxScheme')
      .find((scheme) => !isVat(scheme))
      ?.textAt('CompanyID'),
    legalInfo: legal?.textAt('CompanyLegalForm'),
    endpoint: readUblIdentifier(party.child('EndpointID')),
    address: readUblAddress(party.child('PostalAddress')),
    contact: omitEmptyOrUndefined({
      name: contact?.textAt('Name'),
      phone: contact?.textAt('Telephone'),
      email: contact?.textAt('ElectronicMail'),
    }),
  });
};
