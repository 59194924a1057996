import type { SchemedIdentifier } from '../model/invoice.js';
import { omitEmpty, omitEmptyOrUndefined } from '../model/omit-empty.js';
import type { InvoiceParty, PostalAddress } from '../model/party.js';
import type { XmlElement } from '../xml/xml-element.js';
import { readFinvoiceIdentifier } from './finvoice-values.js';

const textsOf = (parent: XmlElement | undefined, name: string): string[] =>
  (parent?.all(name) ?? []).map((one) => one.text.trim()).filter((text) => text !== '');

/** Reads an address, whose elements start with the word of their party. */
export const readFinvoiceAddress = (element: XmlElement | undefined, word: string): PostalAddress | undefined => {
  const [street, street2, street3] = textsOf(element, `${word}StreetName`);
  return omitEmptyOrUndefined({
    street: street ?? element?.textAt(`${word}PostOfficeBoxIdentifier`),
    street2,
    street3,
    city: element?.textAt(`${word}TownName`),
    postCode: element?.textAt(`${word}PostCodeIdentifier`),
    subdivision: element?.textAt(`${word}CountrySubdivision`),
    country: element?.textAt('CountryCode'),
  });
};

const intermediator = (text: string | undefined): string | undefined => (text === 'NA' ? undefined : text);

/** Adds the scheme to an OVT code, which consists of 0037 and the business id. Older Finvoice files omit it. */
const withScheme = (endpoint: SchemedIdentifier | undefined): SchemedIdentifier | undefined =>
  endpoint !== undefined && endpoint.scheme === undefined && /^0037\d{8,13}$/.test(endpoint.value)
    ? { ...endpoint, scheme: '0216' }
    : endpoint;

/** Reads the seller or the buyer. Joins several name lines into one name. */
export const readFinvoiceParty = (root: XmlElement, word: 'Seller' | 'Buyer'): InvoiceParty => {
  const party = root.child(`${word}PartyDetails`);
  const contact = root.child(`${word}CommunicationDetails`);
  const information = word === 'Seller' ? root.child('SellerInformationDetails') : undefined;
  const message = root.child('MessageTransmissionDetails');
  const electronic =
    word === 'Seller' ? message?.child('MessageSenderDetails') : message?.child('MessageReceiverDetails');
  const side = word === 'Seller' ? 'From' : 'To';
  return omitEmpty({
    name: textsOf(party, `${word}OrganisationName`).join(' '),
    tradingName: party?.textAt(`${word}OrganisationTradingName`),
    identifiers: (party?.all(`${word}Code`) ?? []).flatMap((code) => readFinvoiceIdentifier(code) ?? []),
    legalId: readFinvoiceIdentifier(party?.child(`${word}PartyIdentifier`)),
    vatId: party?.textAt(`${word}OrganisationTaxCode`),
    taxRegistration: information?.textAt('SellerTaxRegistrationText'),
    legalInfo: information?.textAt('SellerAdditionalLegalInfo'),
    endpoint: withScheme(
      readFinvoiceIdentifier(electronic?.child(`${side}Identifier`)) ??
        readFinvoiceIdentifier(root.child(`${word}OrganisationUnitNumber`)),
    ),
    operator: intermediator(electronic?.textAt(`${side}Intermediator`)),
    address: readFinvoiceAddress(party?.child(`${word}PostalAddressDetails`), word),
    contact: omitEmptyOrUndefined({
      name: root.textAt(`${word}ContactPersonName`),
      phone: contact?.textAt(`${word}PhoneNumberIdentifier`),
      email: contact?.textAt(`${word}EmailaddressIdentifier`),
    }),
  });
};

interface AnyParty {
  readonly name: string;
  readonly identifier: SchemedIdentifier | undefined;
  readonly legalId: SchemedIdentifier | undefined;
  readonly vatId: string | undefined;
  readonly address: PostalAddress | undefined;
}

/** Reads the party of a role (UNTDID 3035: PE payee, LC party declaring the VAT), converted by `make`. */
export const readAnyParty = <T>(root: XmlElement, role: string, make: (party: AnyParty) => T): T | undefined => {
  const element = root
    .all('AnyPartyDetails')
    .find((one) => one.child('AnyPartyText')?.attribute('AnyPartyCode') === role);
  if (element === undefined) return undefined;
  return make({
    name: textsOf(element, 'AnyPartyOrganisationName').join(' '),
    identifier: readFinvoiceIdentifier(element.child('AnyPartyCode')),
    legalId: readFinvoiceIdentifier(element.child('AnyPartyIdentifier')),
    vatId: element.textAt('AnyPartyOrganisationTaxCode'),
    address: readFinvoiceAddress(element.child('AnyPartyPostalAddressDetails'), 'AnyParty'),
  });
};
