/** The least invoice that the e-invoicing API sends, in UBL. `seller` and `buyer` are business ids. */
export function ublInvoice(number: string, seller: string, buyer: string): string {
  const party = (role: string, bid: string) => `<cac:${role}><cac:Party>
    <cac:PostalAddress><cac:Country><cbc:IdentificationCode>NO</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyLegalEntity><cbc:RegistrationName>Company</cbc:RegistrationName><cbc:CompanyID>${bid}</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:${role}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>2026-01-15</cbc:IssueDate>
  <cbc:DocumentCurrencyCode>NOK</cbc:DocumentCurrencyCode>
  ${party('AccountingSupplierParty', seller)}
  ${party('AccountingCustomerParty', buyer)}
  <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="NOK">125.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
</Invoice>`;
}
