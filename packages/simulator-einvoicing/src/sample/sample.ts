/** A party of a made-up invoice. */
export interface SampleParty {
  readonly name: string;
  /** With a right check digit. */
  readonly bid: string;
  /** FI or SE. */
  readonly country: string;
}

/** The given values of a made-up invoice; the rest is chosen to fit. */
export interface SampleWish {
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dueDate: string;
  readonly seller: SampleParty;
  readonly buyer: SampleParty;
  /** To be paid, with tax, in euros; at least 0.02. */
  readonly amount: number;
  /** What is sold. */
  readonly item: string;
  readonly creditNote?: boolean;
}

/** A party with everything that the rules of an invoice require. */
export interface FullParty extends SampleParty {
  readonly vatId: string;
  readonly scheme: string;
  readonly endpointId: string;
}

/** A made-up invoice in full. Money in cents. */
export interface Sample extends Omit<SampleWish, 'seller' | 'buyer' | 'amount'> {
  readonly seller: FullParty;
  readonly buyer: FullParty;
  readonly percent: number;
  readonly net: number;
  readonly tax: number;
  /** Rounding, so that the amount to pay is the requested one where no sum without tax leads to it. */
  readonly rounding: number;
  readonly reference: string;
  readonly account: string;
}
