import sources from './data/code-lists.json' with { type: 'json' };

/** A code list, stored as a string of codes separated by spaces, and split at the first lookup. */
export class CodeList {
  #codes: ReadonlySet<string> | undefined;

  constructor(readonly source: string) {}

  has(code: string): boolean {
    this.#codes ??= new Set(this.source.split(' '));
    return this.#codes.has(code);
  }
}

type Name = keyof typeof sources;

/**
 * The code lists of EN 16931 and of Peppol.
 *
 * | list | source |
 * |---|---|
 * | addressSchemes, peppolAddressSchemes | EAS |
 * | allowanceReasons, chargeReasons | UNTDID 5189, restricted by EN 16931; UNTDID 7161 |
 * | countries, vatCountries | ISO 3166-1 alpha-2 with additions; VAT prefixes also have EL and XI |
 * | currencies, peppolCurrencies | ISO 4217; Peppol has STN instead of STD |
 * | exemptionReasons, vatCategories | VATEX, UNCL 5305 |
 * | identifierSchemes | ISO 6523 ICD |
 * | invoiceTypeCodes, creditNoteTypeCodes and those of Peppol | UNTDID 1001 |
 * | itemClassifications, noteSubjects, paymentMeans, referenceQualifiers | UNTDID 7143, 4451, 4461, 1153 |
 * | units | UNECE Recommendation 20, and Recommendation 21 with the prefix X |
 * | vatPointCodes | UNTDID 2005, restricted by EN 16931 for UBL |
 */
export const codeLists = Object.fromEntries(
  Object.entries(sources).map(([name, source]) => [name, new CodeList(source)]),
) as Record<Name, CodeList>;
