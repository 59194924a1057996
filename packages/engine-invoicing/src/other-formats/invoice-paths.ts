/** The way down to an element, as local names. */
export type Path = readonly string[];

/** Paths to the terms of a party, from its element. Of several places the first that has a value counts. */
export interface PartyPaths {
  readonly party: Path;
  readonly name: Path;
  readonly country: Path;
  readonly legalIds: readonly Path[];
  readonly vatId: Path;
  /** The electronic address, with the attribute that holds its scheme. */
  readonly endpoint?: { readonly at: Path; readonly scheme: string };
}

/** Paths to the terms of an invoice for records, from the element of the invoice. */
export interface InvoicePaths {
  /** From the document element; where it leads nowhere, the document element is the invoice. */
  readonly invoice: Path;
  readonly typeCode: Path;
  readonly number: Path;
  readonly issueDate: Path;
  readonly dueDate: Path;
  readonly currency: Path;
  readonly withoutVat: Path;
  readonly vat: Path;
  readonly withVat: Path;
  readonly payable: Path;
  readonly paymentReference: Path;
  readonly accounts: readonly Path[];
  readonly lines: Path;
  readonly seller: PartyPaths;
  readonly buyer: PartyPaths;
  /** Country of a party that names none. */
  readonly homeCountry?: string;
}

const svefakturaParty = (party: string): PartyPaths => ({
  party: [party, 'Party'],
  name: ['PartyName', 'Name'],
  country: ['Address', 'Country', 'IdentificationCode'],
  legalIds: [['PartyIdentification', 'ID']],
  vatId: ['PartyTaxScheme', 'CompanyID'],
});

const e2bParty = (party: string): PartyPaths => ({
  party: ['InvoiceHeader', party],
  name: ['Name'],
  country: ['PostalAddress', 'CountryCode'],
  legalIds: [['OrgNumber'], ['PartyId']],
  vatId: ['VatId'],
  endpoint: { at: ['LocationId'], scheme: 'schemeId' },
});

const agreement = ['SupplyChainTradeTransaction', 'ApplicableHeaderTradeAgreement'];
const settlement = ['SupplyChainTradeTransaction', 'ApplicableHeaderTradeSettlement'];
const summation = [...settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'];

const ciiParty = (party: string): PartyPaths => ({
  party: [...agreement, party],
  name: ['Name'],
  country: ['PostalTradeAddress', 'CountryID'],
  legalIds: [['SpecifiedLegalOrganization', 'ID'], ['ID']],
  vatId: ['SpecifiedTaxRegistration', 'ID'],
  endpoint: { at: ['URIUniversalCommunication', 'URIID'], scheme: 'schemeID' },
});

/** By the code of the format. Formats without a public structure are missing. */
export const pathsByFormat: ReadonlyMap<string, InvoicePaths> = new Map([
  [
    'SVEFAKTURA10',
    {
      // Behind a StandardBusinessDocument.
      invoice: ['Invoice'],
      typeCode: ['InvoiceTypeCode'],
      number: ['ID'],
      issueDate: ['IssueDate'],
      dueDate: ['PaymentMeans', 'DuePaymentDate'],
      currency: ['InvoiceCurrencyCode'],
      withoutVat: ['LegalTotal', 'TaxExclusiveTotalAmount'],
      vat: ['TaxTotal', 'TotalTaxAmount'],
      withVat: ['LegalTotal', 'TaxInclusiveTotalAmount'],
      payable: ['LegalTotal', 'TaxInclusiveTotalAmount'],
      paymentReference: ['PaymentMeans', 'PayeeFinancialAccount', 'PaymentInstructionID'],
      accounts: [['PaymentMeans', 'PayeeFinancialAccount', 'ID']],
      lines: ['InvoiceLine'],
      seller: svefakturaParty('SellerParty'),
      buyer: svefakturaParty('BuyerParty'),
      homeCountry: 'SE',
    },
  ],
  [
    'E2B',
    {
      invoice: ['Invoice'],
      typeCode: ['InvoiceHeader', 'InvoiceType'],
      number: ['InvoiceHeader', 'InvoiceNumber'],
      issueDate: ['InvoiceHeader', 'InvoiceDate'],
      dueDate: ['InvoiceHeader', 'Payment', 'DueDate'],
      currency: ['InvoiceHeader', 'Payment', 'Currency'],
      withoutVat: ['InvoiceSummary', 'InvoiceTotals', 'NetAmount'],
      vat: ['InvoiceSummary', 'InvoiceTotals', 'VatTotalsAmount'],
      withVat: ['InvoiceSummary', 'InvoiceTotals', 'GrossAmount'],
      payable: ['InvoiceSummary', 'InvoiceTotals', 'ActualPayment'],
      paymentReference: ['InvoiceHeader', 'Payment', 'KidNumber'],
      accounts: [
        ['InvoiceHeader', 'Supplier', 'AccountInformation', 'IbanNumber'],
        ['InvoiceHeader', 'Supplier', 'AccountInformation', 'AccountNumber'],
      ],
      lines: ['InvoiceDetails', 'BaseItemDetails'],
      seller: e2bParty('Supplier'),
      buyer: e2bParty('Buyer'),
      homeCountry: 'NO',
    },
  ],
  [
    'CII',
    {
      invoice: [],
      typeCode: ['ExchangedDocument', 'TypeCode'],
      number: ['ExchangedDocument', 'ID'],
      issueDate: ['ExchangedDocument', 'IssueDateTime', 'DateTimeString'],
      dueDate: [...settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString'],
      currency: [...settlement, 'InvoiceCurrencyCode'],
      withoutVat: [...summation, 'TaxBasisTotalAmount'],
      vat: [...summation, 'TaxTotalAmount'],
      withVat: [...summation, 'GrandTotalAmount'],
      payable: [...summation, 'DuePayableAmount'],
      paymentReference: [...settlement, 'PaymentReference'],
      accounts: [
        [...settlement, 'SpecifiedTradeSettlementPaymentMeans', 'PayeePartyCreditorFinancialAccount', 'IBANID'],
        [...settlement, 'SpecifiedTradeSettlementPaymentMeans', 'PayeePartyCreditorFinancialAccount', 'ProprietaryID'],
      ],
      lines: ['SupplyChainTradeTransaction', 'IncludedSupplyChainTradeLineItem'],
      seller: ciiParty('SellerTradeParty'),
      buyer: ciiParty('BuyerTradeParty'),
    },
  ],
]);
