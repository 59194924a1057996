import { isObject } from '@understudy/contract';
import { normalizeName } from '@understudy/model';

type Fields = Record<string, unknown>;

const totals = /^(?:total|totalamount|totalprice|totalcost|amounttotal|grandtotal|ordertotal|amount|totalgross)$/;
const subtotals =
  /^(?:subtotal|amountsubtotal|subtotalamount|subtotalprice|itemstotal|net|netamount|totalnet|amountnet)$/;
const added =
  /^(?:total)?(?:tax|taxes|vat|shipping|shippingcost|shippingamount|shippingtotal|fee|fees|tip|taxamount|taxtotal|amounttax|vatamount)(?:amount)?$/;
const taken = /^(?:total)?(?:discount|discounts|discountamount|rebate)$/;
const paid = /^(?:amountpaid|paidamount|paid|totalpaid)$/;
const due = /^(?:amountdue|due|amountremaining|balancedue|dueamount|outstanding|remaining)$/;
const price = /^(?:unitamount|unitprice|price|unitcost|rate|unit_price)$/;

/** Corrects totals of an object: lines, parts with the same name, taxes and payments add up. */
export function reconcileTotals(made: Fields): Fields {
  const numbers = Object.values(made).filter((value) => typeof value === 'number' || Array.isArray(value));
  if (numbers.length < 2) return made;
  const find = (names: RegExp) =>
    Object.keys(made).find((name) => names.test(normalizeName(name)) && typeof made[name] === 'number');
  const set = (name: string | undefined, value: number | undefined) => {
    if (name === undefined || value === undefined || !Number.isFinite(value)) return;
    made[name] = Number(value.toFixed(2));
  };
  const read = (name: string | undefined) => (name === undefined ? 0 : Number(made[name]));
  const [quantity, unit, amount] = [
    /^(?:quantity|qty)$/,
    price,
    /^(?:amount|total|linetotal|subtotal|totalprice|totalamount|amounttotal)$/,
  ].map(find);
  if (quantity !== undefined && unit !== undefined && amount !== unit) set(amount, read(quantity) * read(unit));
  const lines = Object.values(made).flatMap((value) =>
    Array.isArray(value) && value.length > 0 && value.every(isObject) ? [value] : [],
  )[0];
  const sums = lines?.map(lineAmount) ?? [];
  const sum = sums.length > 0 && sums.every(Number.isFinite) ? sums.reduce((all, each) => all + each, 0) : undefined;
  const [total, sub] = [find(totals), find(subtotals)];
  if (sum !== undefined) set(sub ?? total, sum);
  const extras = [added, taken].map(find);
  if (sub !== undefined && total !== undefined && sub !== total && (quantity === undefined || sum !== undefined)) {
    for (const name of extras) if (read(name) > read(sub)) set(name, Math.floor(read(sub) / 5));
    set(total, read(sub) + read(extras[0]) - read(extras[1]));
  }
  const [settled, open] = [find(paid), find(due)];
  if (total !== undefined && settled !== undefined && read(settled) > read(total)) set(settled, read(total));
  if (total !== undefined && open !== undefined) set(open, read(total) - read(settled));
  for (const name of Object.keys(made)) {
    const [, part = ''] = /^total_?([A-Za-z]\w*)$/.exec(name) ?? [];
    const parts = Object.keys(made).filter(
      (each) => each !== name && part !== '' && normalizeName(each).endsWith(normalizeName(part)),
    );
    if (parts.length < 2 || typeof made[name] !== 'number' || !parts.every((each) => typeof made[each] === 'number'))
      continue;
    set(
      name,
      parts.reduce((all, each) => all + read(each), 0),
    );
  }
  return made;
}

function lineAmount(line: Fields): number {
  const entry = (names: RegExp) =>
    Object.entries(line).find(([name, value]) => names.test(normalizeName(name)) && typeof value === 'number')?.[1];
  const own = entry(/^(?:amount|linetotal|total|totalprice|totalamount|subtotal|amounttotal)$/);
  if (own !== undefined) return Number(own);
  const each = entry(price);
  return each === undefined ? Number.NaN : Number(each) * Number(entry(/^(?:quantity|qty)$/) ?? 1);
}
