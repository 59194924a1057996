type Row = readonly [
  code: string,
  family: string,
  name: string,
  rate: 'positive' | 'zero' | 'notNegative' | 'none',
  seller: 'taxOrVat' | 'vat' | 'none',
  buyer: 'vatOrLegal' | 'vat' | 'any' | 'none',
  exemption: 'needed' | 'forbidden',
];

const rows: readonly Row[] = [
  ['S', 'S', 'standard rated (S)', 'positive', 'taxOrVat', 'any', 'forbidden'],
  ['Z', 'Z', 'zero rated (Z)', 'zero', 'taxOrVat', 'any', 'forbidden'],
  ['E', 'E', 'exempt from VAT (E)', 'zero', 'taxOrVat', 'any', 'needed'],
  ['AE', 'AE', 'reverse charge (AE)', 'zero', 'taxOrVat', 'vatOrLegal', 'needed'],
  ['K', 'IC', 'intra-community supply (K)', 'zero', 'vat', 'vat', 'needed'],
  ['G', 'G', 'export outside the EU (G)', 'zero', 'vat', 'any', 'needed'],
  ['O', 'O', 'not subject to VAT (O)', 'none', 'none', 'none', 'needed'],
  ['L', 'AF', 'Canary Islands tax (L)', 'notNegative', 'taxOrVat', 'any', 'forbidden'],
  ['M', 'AG', 'tax of Ceuta and Melilla (M)', 'notNegative', 'taxOrVat', 'any', 'forbidden'],
];

export interface CategoryTerms {
  /** UNCL 5305 code. */
  readonly code: string;
  /** The prefix of the official ids: BR-S-01, BR-IC-01 ... */
  readonly family: string;
  readonly name: string;
  readonly rate: Row[3];
  /** True if each rate has its own breakdown. Otherwise the category has one. */
  readonly byRate: boolean;
  /** The identifiers that the parties must have: BR-*-02 to -04. */
  readonly seller: Row[4];
  readonly buyer: Row[5];
  readonly exemption: Row[6];
}

export const vatCategories: readonly CategoryTerms[] = rows.map(
  ([code, family, name, rate, seller, buyer, exemption]) => ({
    ...{ code, family, name, rate, seller, buyer, exemption },
    byRate: rate === 'positive' || rate === 'notNegative',
  }),
);
