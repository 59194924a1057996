import type { FullParty, InvoiceSample } from './sample.js';

/** Creates a generated invoice as UBL 2.1. */
export function createSampleUbl(sample: InvoiceSample): string {
  const { number, date, dueDate, seller, buyer, item, percent, net, tax, rounding, reference, account } = sample;
  const isCredit = sample.creditNote === true;
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const gross = net + tax;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>${escaped(number)}</cbc:ID>
  <cbc:IssueDate>${date}</cbc:IssueDate>${isCredit ? '' : `\n  <cbc:DueDate>${dueDate}</cbc:DueDate>`}
  <cbc:${root}TypeCode>${isCredit ? 381 : 380}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>Purchasing</cbc:BuyerReference>
  ${party('AccountingSupplierParty', seller)}
  ${party('AccountingCustomerParty', buyer)}
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
    <cbc:PaymentID>${reference}</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>${account}</cbc:ID></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>${isCredit ? '' : '\n  <cac:PaymentTerms><cbc:Note>14 days net</cbc:Note></cac:PaymentTerms>'}
  <cac:TaxTotal>
    ${sum('TaxAmount', tax)}
    <cac:TaxSubtotal>
      ${sum('TaxableAmount', net)}
      ${sum('TaxAmount', tax)}
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${sum('LineExtensionAmount', net)}
    ${sum('TaxExclusiveAmount', net)}
    ${sum('TaxInclusiveAmount', gross)}${rounding === 0 ? '' : `\n    ${sum('PayableRoundingAmount', rounding)}`}
    ${sum('PayableAmount', gross + rounding)}
  </cac:LegalMonetaryTotal>
  <cac:${root}Line>
    <cbc:ID>1</cbc:ID>
    <cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity unitCode="C62">1</cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity>
    ${sum('LineExtensionAmount', net)}
    <cac:Item>
      <cbc:Name>${escaped(item)}</cbc:Name>
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price>${sum('PriceAmount', net)}</cac:Price>
  </cac:${root}Line>
</${root}>
`;
}

function party(role: string, { name, bid, country, vatId, scheme, endpointId }: FullParty): string {
  return `<cac:${role}><cac:Party>
    <cbc:EndpointID schemeID="${scheme}">${endpointId}</cbc:EndpointID>
    <cac:PostalAddress><cbc:StreetName>Market Street 1</cbc:StreetName><cbc:CityName>Capital</cbc:CityName><cbc:PostalZone>00100</cbc:PostalZone><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>${vatId}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName><cbc:CompanyID>${escaped(bid)}</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:${role}>`;
}

/** @param cents can be negative */
function sum(name: string, cents: number): string {
  return `<cbc:${name} currencyID="EUR">${(cents / 100).toFixed(2)}</cbc:${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
