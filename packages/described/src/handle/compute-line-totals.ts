import { isObject } from '@understudy/contract';
import { normalizeName } from '@understudy/model';

type Fields = Readonly<Record<string, unknown>>;

const totals = /^(?:sub)?total(?:amount|price|cost)?$|^amount(?:total|subtotal|due)$|^(?:order|grand)total$/;

/** Computes the totals of a request's lines as amounts times quantities. */
export function computeLineTotals(given: Fields, names: Iterable<string>): Record<string, unknown> {
  const lines = Object.values(given).find(
    (value): value is Fields[] => Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  const amounts = (lines ?? []).map((line) => {
    const amount = line['amount'] ?? line['unit_amount'] ?? line['price'] ?? line['unit_price'] ?? line['unitPrice'];
    return typeof amount === 'number' ? amount * Number(line['quantity'] ?? line['qty'] ?? 1) : Number.NaN;
  });
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (amounts.length === 0 || !Number.isFinite(sum)) return {};
  const wanted = [...names].filter((name) => totals.test(normalizeName(name)) && given[name] === undefined);
  return Object.fromEntries(wanted.map((name) => [name, sum]));
}
