import type { Address, Party, Payee, TaxRepresentative } from '../model/party.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';
import { identifierLeaf, piecesOf, textLeaf } from './finvoice-values.js';

/** An address. Its elements start with the word of their party. */
export const writeFinvoiceAddress = (address: Address | undefined, word: string): XmlOut | undefined =>
  node(
    `${word}PostalAddressDetails`,
    [address?.street, address?.street2, address?.street3].map((street) => textLeaf(`${word}StreetName`, street, 35)),
    textLeaf(`${word}TownName`, address?.city, 35),
    textLeaf(`${word}PostCodeIdentifier`, address?.postCode, 35),
    textLeaf(`${word}CountrySubdivision`, address?.subdivision, 35),
    leaf('CountryCode', address?.country),
  );

/** The seller or the buyer. A long name uses several lines. */
export const writeFinvoiceParty = (party: Party, word: 'Seller' | 'Buyer'): XmlOut | undefined =>
  node(
    `${word}PartyDetails`,
    identifierLeaf(`${word}PartyIdentifier`, party.legalId, 35),
    piecesOf(party.name, 70, 9).map((text) => leaf(`${word}OrganisationName`, text)),
    textLeaf(`${word}OrganisationTradingName`, party.tradingName, 70),
    textLeaf(`${word}OrganisationTaxCode`, party.vatId, 35),
    // A buyer has one code at most.
    (word === 'Seller' ? party.identifiers : party.identifiers.slice(0, 1)).map((identifier) =>
      identifierLeaf(`${word}Code`, identifier, 70),
    ),
    writeFinvoiceAddress(party.address, word),
  );

/** Contact person, telephone and e-mail of the seller or the buyer. */
export const writeFinvoiceContact = (party: Party, word: 'Seller' | 'Buyer'): (XmlOut | undefined)[] => [
  textLeaf(`${word}ContactPersonName`, party.contact?.name, 70),
  node(
    `${word}CommunicationDetails`,
    textLeaf(`${word}PhoneNumberIdentifier`, party.contact?.phone, 35),
    textLeaf(`${word}EmailaddressIdentifier`, party.contact?.email, 70),
  ),
];

/** A payee or a tax representative, by the UNTDID 3035 code. */
export const writeAnyParty = (
  role: 'PE' | 'LC',
  text: string,
  party: (Payee & Partial<TaxRepresentative>) | (TaxRepresentative & Partial<Payee>) | undefined,
): XmlOut | undefined =>
  party === undefined
    ? undefined
    : node(
        'AnyPartyDetails',
        leaf('AnyPartyText', text, { AnyPartyCode: role }),
        identifierLeaf('AnyPartyIdentifier', party.legalId, 35),
        piecesOf(party.name, 35, 2).map((name) => leaf('AnyPartyOrganisationName', name)),
        textLeaf('AnyPartyOrganisationTaxCode', party.vatId, 35),
        identifierLeaf('AnyPartyCode', party.identifier, 70),
        writeFinvoiceAddress(party.address, 'AnyParty'),
      );
