/** A party of a made-up invoice. */
export interface SampleParty {
  readonly name: string;
  /** With a right check digit. */
  readonly bid: string;
  /** FI or SE. */
  readonly country: string;
}

/** What a made-up invoice says; the rest is made to fit. */
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

/** A party with everything that the rules of an invoice ask of one. */
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
  /** So that what is to be paid is the amount asked for, where no sum without tax leads to it. */
  readonly rounding: number;
  readonly reference: string;
  readonly account: string;
}
