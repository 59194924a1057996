export interface UblInvoiceOptions {
  readonly number?: string;
  readonly sender?: { readonly bid?: string; readonly name?: string; readonly country?: string };
  readonly recipient?: {
    readonly eia?: string;
    readonly bid?: string;
    readonly name?: string;
    readonly country?: string;
  };
  readonly net?: number;
  readonly iban?: string;
  readonly creditNote?: boolean;
}

/** Creates a UBL 2.1 invoice or credit note with one line at 25.5 % VAT. */
export function createUblInvoice({
  number = 'INV-1',
  sender = {},
  recipient = {},
  net = 100,
  iban,
  creditNote,
}: UblInvoiceOptions = {}) {
  const root = creditNote === true ? 'CreditNote' : 'Invoice';
  const tax = (net * 0.255).toFixed(2);
  const gross = (net + Number(tax)).toFixed(2);
  const amount = (name: string, value: string) => `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;
  const party = (
    role: string,
    { bid, name, country = 'FI', eia }: { bid?: string; name?: string; country?: string; eia?: string },
  ) => {
    const [scheme, endpoint] = eia?.split(':') ?? [];
    return `<cac:${role}><cac:Party>
  ${endpoint === undefined ? '' : `<cbc:EndpointID schemeID="${scheme}">${endpoint}</cbc:EndpointID>`}
  <cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
  <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName>${bid === undefined ? '' : `<cbc:CompanyID>${bid}</cbc:CompanyID>`}</cac:PartyLegalEntity>
</cac:Party></cac:${role}>`;
  };
  const means = `<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>1232</cbc:PaymentID>
  ${iban === undefined ? '' : `<cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount>`}</cac:PaymentMeans>`;
  const quantity = creditNote === true ? 'CreditedQuantity' : 'InvoicedQuantity';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>${number}</cbc:ID>
<cbc:IssueDate>2026-01-15</cbc:IssueDate>
${creditNote === true ? '' : '<cbc:DueDate>2026-02-14</cbc:DueDate>'}
<cbc:${root}TypeCode>${creditNote === true ? 381 : 380}</cbc:${root}TypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cbc:BuyerReference>R1</cbc:BuyerReference>
${party('AccountingSupplierParty', { name: 'Seller', ...sender })}
${party('AccountingCustomerParty', { name: 'Buyer', ...recipient })}
${means}
<cac:TaxTotal>${amount('TaxAmount', tax)}<cac:TaxSubtotal>${amount('TaxableAmount', net.toFixed(2))}${amount('TaxAmount', tax)}
<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25.5</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net.toFixed(2))}${amount('TaxExclusiveAmount', net.toFixed(2))}${amount('TaxInclusiveAmount', gross)}${amount('PayableAmount', gross)}</cac:LegalMonetaryTotal>
<cac:${root}Line><cbc:ID>1</cbc:ID><cbc:${quantity} unitCode="C62">1</cbc:${quantity}>${amount('LineExtensionAmount', net.toFixed(2))}
<cac:Item><cbc:Name>Coffee</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25.5</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item>
<cac:Price>${amount('PriceAmount', net.toFixed(2))}</cac:Price></cac:${root}Line>
</${root}>`;
}
