/** How one VAT category is to be handled. */
export interface CategoryTerms {
  /** UNCL 5305 code. */
  readonly code: string;
  /** The prefix of the official ids: BR-S-01, BR-IC-01 ... */
  readonly family: string;
  readonly name: string;
  readonly rate: 'positive' | 'zero' | 'notNegative' | 'none';
  /** Whether the amounts of one rate make one breakdown, or those of the category. */
  readonly byRate: boolean;
  /** Which identifiers the parties must have: BR-*-02 to -04. */
  readonly seller: 'taxOrVat' | 'vat' | 'none';
  readonly buyer: 'vatOrLegal' | 'vat' | 'any' | 'none';
  readonly exemption: 'needed' | 'forbidden';
}

/** The VAT categories with the families of their rules. */
export const CATEGORIES: readonly CategoryTerms[] = [
  {
    code: 'S',
    family: 'S',
    name: 'standard rated (S)',
    rate: 'positive',
    byRate: true,
    seller: 'taxOrVat',
    buyer: 'any',
    exemption: 'forbidden',
  },
  {
    code: 'Z',
    family: 'Z',
    name: 'zero rated (Z)',
    rate: 'zero',
    byRate: false,
    seller: 'taxOrVat',
    buyer: 'any',
    exemption: 'forbidden',
  },
  {
    code: 'E',
    family: 'E',
    name: 'exempt from VAT (E)',
    rate: 'zero',
    byRate: false,
    seller: 'taxOrVat',
    buyer: 'any',
    exemption: 'needed',
  },
  {
    code: 'AE',
    family: 'AE',
    name: 'reverse charge (AE)',
    rate: 'zero',
    byRate: false,
    seller: 'taxOrVat',
    buyer: 'vatOrLegal',
    exemption: 'needed',
  },
  {
    code: 'K',
    family: 'IC',
    name: 'intra-community supply (K)',
    rate: 'zero',
    byRate: false,
    seller: 'vat',
    buyer: 'vat',
    exemption: 'needed',
  },
  {
    code: 'G',
    family: 'G',
    name: 'export outside the EU (G)',
    rate: 'zero',
    byRate: false,
    seller: 'vat',
    buyer: 'any',
    exemption: 'needed',
  },
  {
    code: 'O',
    family: 'O',
    name: 'not subject to VAT (O)',
    rate: 'none',
    byRate: false,
    seller: 'none',
    buyer: 'none',
    exemption: 'needed',
  },
  {
    code: 'L',
    family: 'AF',
    name: 'Canary Islands tax (L)',
    rate: 'notNegative',
    byRate: true,
    seller: 'taxOrVat',
    buyer: 'any',
    exemption: 'forbidden',
  },
  {
    code: 'M',
    family: 'AG',
    name: 'tax of Ceuta and Melilla (M)',
    rate: 'notNegative',
    byRate: true,
    seller: 'taxOrVat',
    buyer: 'any',
    exemption: 'forbidden',
  },
];
