import template from '../data/ubl-template.json' with { type: 'json' };
import type {
  CreditTransfer,
  Invoice,
  InvoiceLine,
  InvoiceNote,
  InvoiceParty,
  InvoiceTotals,
  PaymentInstructions,
  SchemedIdentifier,
  SupportingDocument,
  TaxRepresentative,
  VatBreakdown,
} from '../model/invoice.js';
import { omitEmpty, readDate, readDecimal } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import { type Codec, XmlTemplate } from '../xml/xml-template.js';

export interface TaxScheme {
  readonly id?: string;
  readonly scheme?: string;
}

type Taxed<Party> = Omit<Party, 'vatId' | 'taxRegistration'> & { readonly taxes?: readonly TaxScheme[] };

export interface UblParty extends Taxed<Omit<InvoiceParty, 'name' | 'tradingName'>> {
  readonly legalName?: string;
  readonly partyName?: string;
}

export interface UblReference extends Omit<SupportingDocument, 'id'> {
  readonly id?: SchemedIdentifier;
  readonly typeCode?: string;
}

export interface UblMeans {
  readonly code?: string;
  readonly text?: string;
  readonly dueDate?: string;
  readonly reference?: string;
  readonly card?: PaymentInstructions['card'];
  readonly account?: CreditTransfer;
  readonly mandate?: string;
  readonly debitedAccount?: string;
}

export interface UblTaxTotal {
  readonly amount?: string;
  readonly currency?: string;
  readonly vat: readonly VatBreakdown[];
}

/** An invoice whose terms are arranged as in UBL. */
export interface UblView
  extends Omit<Invoice, 'seller' | 'buyer' | 'payee' | 'taxRepresentative' | 'lines' | 'typeCode'> {
  readonly typeCode?: string;
  readonly references: readonly UblReference[];
  readonly seller: UblParty;
  readonly buyer: UblParty;
  readonly payee?: {
    readonly name?: string;
    readonly identifiers: readonly SchemedIdentifier[];
    readonly legalId?: SchemedIdentifier;
  };
  readonly taxRepresentative?: Taxed<Partial<TaxRepresentative>>;
  readonly means: readonly UblMeans[];
  readonly taxTotals: readonly UblTaxTotal[];
  readonly totals: InvoiceTotals;
  readonly invoiceLines: readonly Partial<InvoiceLine>[];
  readonly creditNoteLines: readonly Partial<InvoiceLine>[];
}

const textOf = ([element]: readonly XmlElement[]): string | undefined => element?.text.trim() || undefined;

/** Reads a note, in which UBL writes the subject code as `#AAI#text`. */
const readNote = (text: string): InvoiceNote => {
  const match = /^#([A-Z]{3})#([\s\S]*)$/.exec(text);
  return match === null ? { text } : { subject: match[1] ?? '', text: (match[2] ?? '').trim() };
};

const writeText = (value: unknown) => ({ texts: [String(value)] });

const codecs: Readonly<Record<string, Codec>> = {
  text: { read: textOf, write: writeText },
  date: { read: ([element]) => readDate(element), write: writeText },
  decimal: { read: ([element]) => readDecimal(element), write: writeText },
  amount: {
    read: ([element]) => readDecimal(element),
    write: (value, _limits, root) => ({
      texts: [String(value)],
      attributes: { currencyID: 'currency' in root ? String(root.currency) : undefined },
    }),
  },
  boolean: { read: (elements) => ['true', '1'].includes(textOf(elements) ?? ''), write: writeText },
  base64: { read: ([element]) => element?.text.replace(/\s+/g, ''), write: writeText },
  id: {
    read(elements) {
      const value = textOf(elements);
      return value === undefined ? undefined : omitEmpty({ value, scheme: elements[0]?.attribute('schemeID') });
    },
    write(identifier) {
      const { value, scheme } = identifier as SchemedIdentifier;
      return { texts: [value], attributes: { schemeID: scheme } };
    },
  },
  note: {
    read(elements) {
      const text = textOf(elements);
      return text === undefined ? undefined : readNote(text);
    },
    write(note) {
      const { subject, text } = note as InvoiceNote;
      return { texts: [subject === undefined ? text : `#${subject}#${text}`] };
    },
  },
};

export const ubl = new XmlTemplate<UblView>(template.document, template.parts, codecs);
