/** A party of a generated invoice. */
export interface SampleParty {
  readonly name: string;
  /** With a right check digit. */
  readonly bid: string;
  /** FI or SE. */
  readonly country: string;
}

/** The given values of a generated invoice. The others are chosen to match. */
export interface SampleRequest {
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dueDate: string;
  readonly seller: SampleParty;
  readonly buyer: SampleParty;
  /** The amount to pay in euros, including tax, at least 0.02. */
  readonly amount: number;
  readonly item: string;
  readonly creditNote?: boolean;
}

/** A party with everything that the rules of an invoice require. */
export interface FullParty extends SampleParty {
  readonly vatId: string;
  readonly scheme: string;
  readonly endpointId: string;
}

/** A complete generated invoice. Amounts in cents. */
export interface InvoiceSample extends Omit<SampleRequest, 'seller' | 'buyer' | 'amount'> {
  readonly seller: FullParty;
  readonly buyer: FullParty;
  readonly percent: number;
  readonly net: number;
  readonly tax: number;
  /** Rounding, so that the amount to pay is exact even if no net sum leads to it. */
  readonly rounding: number;
  readonly reference: string;
  readonly account: string;
}
