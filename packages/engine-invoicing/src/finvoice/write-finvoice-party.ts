import type { InvoiceParty, Payee, PostalAddress, TaxRepresentative } from '../model/party.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';
import { createIdentifierLeaf, createTextLeaf, splitIntoPieces } from './finvoice-values.js';

/** Writes an address. Its elements start with the word of their party. */
export const writeFinvoiceAddress = (address: PostalAddress | undefined, word: string): XmlOutput | undefined =>
  createNode(
    `${word}PostalAddressDetails`,
    [address?.street, address?.street2, address?.street3].map((street) =>
      createTextLeaf(`${word}StreetName`, street, 35),
    ),
    createTextLeaf(`${word}TownName`, address?.city, 35),
    createTextLeaf(`${word}PostCodeIdentifier`, address?.postCode, 35),
    createTextLeaf(`${word}CountrySubdivision`, address?.subdivision, 35),
    createLeaf('CountryCode', address?.country),
  );

/** Writes the seller or the buyer. A long name uses several lines. */
export const writeFinvoiceParty = (party: InvoiceParty, word: 'Seller' | 'Buyer'): XmlOutput | undefined =>
  createNode(
    `${word}PartyDetails`,
    createIdentifierLeaf(`${word}PartyIdentifier`, party.legalId, 35),
    splitIntoPieces(party.name, 70, 9).map((text) => createLeaf(`${word}OrganisationName`, text)),
    createTextLeaf(`${word}OrganisationTradingName`, party.tradingName, 70),
    createTextLeaf(`${word}OrganisationTaxCode`, party.vatId, 35),
    // A buyer has one code at most.
    (word === 'Seller' ? party.identifiers : party.identifiers.slice(0, 1)).map((identifier) =>
      createIdentifierLeaf(`${word}Code`, identifier, 70),
    ),
    writeFinvoiceAddress(party.address, word),
  );

/** Contact person, telephone and e-mail of the seller or the buyer. */
export const writeFinvoiceContact = (party: InvoiceParty, word: 'Seller' | 'Buyer'): (XmlOutput | undefined)[] => [
  createTextLeaf(`${word}ContactPersonName`, party.contact?.name, 70),
  createNode(
    `${word}CommunicationDetails`,
    createTextLeaf(`${word}PhoneNumberIdentifier`, party.contact?.phone, 35),
    createTextLeaf(`${word}EmailaddressIdentifier`, party.contact?.email, 70),
  ),
];

/** Writes a payee or a tax representative, by the UNTDID 3035 code. */
export const writeAnyParty = (
  role: 'PE' | 'LC',
  text: string,
  party: (Payee & Partial<TaxRepresentative>) | (TaxRepresentative & Partial<Payee>) | undefined,
): XmlOutput | undefined =>
  party === undefined
    ? undefined
    : createNode(
        'AnyPartyDetails',
        createLeaf('AnyPartyText', text, { AnyPartyCode: role }),
        createIdentifierLeaf('AnyPartyIdentifier', party.legalId, 35),
        splitIntoPieces(party.name, 35, 2).map((name) => createLeaf('AnyPartyOrganisationName', name)),
        createTextLeaf('AnyPartyOrganisationTaxCode', party.vatId, 35),
        createIdentifierLeaf('AnyPartyCode', party.identifier, 70),
        writeFinvoiceAddress(party.address, 'AnyParty'),
      );
