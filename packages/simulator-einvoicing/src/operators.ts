/** A roaming operator: einvoicing.gap.operators-record. `bank`: reached through the network BANK. */
interface RoamingOperator {
  readonly operator_id: string;
  readonly name: string;
  readonly country: string;
  readonly bank: boolean;
}

/** Fictional operators with codes in the usual forms: a BIC for a bank, an OVT-like number for others. */
const roamingOperators: readonly RoamingOperator[] = [
  { operator_id: 'HARBFIHH', name: 'Harbour Bank', country: 'FI', bank: true },
  { operator_id: 'NORTFIHH', name: 'Northern Savings Bank', country: 'FI', bank: true },
  { operator_id: 'COOPFIHH', name: 'Cooperative Bank of the Lakes', country: 'FI', bank: true },
  { operator_id: '003700000001', name: 'Lakeland Invoice Exchange', country: 'FI', bank: false },
  { operator_id: '003700000002', name: 'Baltic Document Services', country: 'FI', bank: false },
  { operator_id: 'FJORDNET', name: 'Fjord Net', country: 'NO', bank: false },
  { operator_id: 'SKARGARD', name: 'Archipelago Exchange', country: 'SE', bank: false },
  { operator_id: 'OERESUND', name: 'Sound Documents', country: 'DK', bank: false },
  { operator_id: 'POLDERNL', name: 'Polder Messages', country: 'NL', bank: false },
];

export function isKnownOperator(code: string): boolean {
  return roamingOperators.some(({ operator_id }) => operator_id === code.toUpperCase());
}

export function isBankOperator(code: string): boolean {
  return roamingOperators.some(({ operator_id, bank }) => bank && operator_id === code.toUpperCase());
}

/** Lists the roaming operators. The older path returns the same list (einvoicing.definitions.operators). */
export async function listOperators() {
  const body = roamingOperators.map(({ operator_id, name, country }) => ({ operator_id, name, country }));
  return { status: 200 as const, body };
}
