import template from '../data/finvoice-template.json' with { type: 'json' };
import type {
  AllowanceOrCharge,
  CreditTransfer,
  Invoice,
  InvoiceLine,
  InvoiceParty,
  ItemPrice,
  PaymentInstructions,
  PostalAddress,
  PrecedingInvoice,
  SchemedIdentifier,
} from '../model/invoice.js';
import { XmlTemplate } from '../xml/xml-template.js';
import { finvoiceCodecs } from './finvoice-codecs.js';

export type Address = Pick<PostalAddress, 'city' | 'postCode' | 'subdivision' | 'country'> & {
  readonly streets?: readonly (string | undefined)[];
  readonly box?: string;
};

export type Party = Partial<Omit<InvoiceParty, 'address'>> & { readonly address?: Address };

/** Any other party, with its UNTDID 3035 role: PE is the payee, LC the party that declares the VAT. */
interface AnyParty extends Omit<Party, 'identifiers'> {
  readonly role?: string;
  readonly identifier?: SchemedIdentifier;
}

type Allowance = Omit<AllowanceOrCharge, 'charge'>;

export interface Row extends Omit<InvoiceLine, 'id' | 'allowances' | 'price' | 'item'> {
  readonly id?: string;
  readonly unitCode?: string;
  readonly price?: Omit<ItemPrice, 'gross'> & { readonly listed?: string; readonly baseUnitCode?: string };
  readonly item?: Partial<InvoiceLine['item']>;
  readonly originName?: string;
  readonly discount?: Partial<Allowance>;
  readonly discounts: readonly Partial<Allowance>[];
  readonly charges: readonly Allowance[];
}

/** An invoice whose terms are arranged as in the elements of a Finvoice. */
export type FinvoiceView = Omit<Invoice, 'seller' | 'buyer' | 'delivery' | 'payment' | 'lines' | 'typeCode'> & {
  readonly typeCode?: string;
  readonly finnishType?: string;
  readonly accountingCurrency?: string;
  readonly message?: { readonly specification?: string };
  readonly seller: Party;
  readonly buyer: Party;
  readonly parties: readonly AnyParty[];
  readonly delivery?: Omit<NonNullable<Invoice['delivery']>, 'address'> & { readonly address?: Address };
  readonly original?: Partial<PrecedingInvoice>;
  readonly terms: readonly { readonly text?: string; readonly dueDate?: string }[];
  readonly discounts: readonly Allowance[];
  readonly charges: readonly Allowance[];
  readonly accounts?: readonly Partial<CreditTransfer>[];
  readonly card?: Partial<NonNullable<PaymentInstructions['card']>>;
  readonly directDebit?: PaymentInstructions['directDebit'];
  readonly lines: readonly Row[];
  readonly epi?: Readonly<
    Partial<
      Record<'bank' | 'account' | 'amount' | 'due' | 'reference' | 'freeReference' | 'meansCode' | 'meansText', string>
    >
  >;
};

export const finvoice = new XmlTemplate<FinvoiceView>(template.document, template.parts, finvoiceCodecs);
