import type { SaleRecord } from '@understudy/engine-forecasting';
import type { StoredDataset } from '@understudy/simulator-analysis';

const dayLength = 86_400_000;

/** Maximum number of cached conversions. Sales histories share most of their days, so each is converted once. */
const most = 20_000;
const dayByDate = new Map<string, number>();
const dateByDay = new Map<number, string>();

/** Returns the days from 1970-01-01 to a calendar date, YYYY-MM-DD. */
function dayOf(date: string): number {
  const known = dayByDate.get(date);
  return known ?? keep(dayByDate, date, Date.parse(date) / dayLength);
}

/** Returns the calendar date, YYYY-MM-DD, of a number of days after 1970-01-01. */
function dateOf(day: number): string {
  const known = dateByDay.get(day);
  return known ?? keep(dateByDay, day, new Date(day * dayLength).toISOString().slice(0, 10));
}

function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  if (map.size >= most) map.clear();
  map.set(key, value);
  return value;
}

/** The sales of a dataset as numbers in shared memory, so that no thread copies an object per sale. */
export interface PackedSales {
  readonly datasetId: string;
  /** Four for each sale: days since 1970-01-01, quantity, unit price, unit cost. Never written to after packing. */
  readonly numbers: Float64Array;
}

const width = 4;

/** Packs the sales of a stored dataset. A missing price counts as 0 (inventory.gap.required-fields). */
export function packSales({ datasetId, records }: StoredDataset): PackedSales {
  const bytes = records.length * width * Float64Array.BYTES_PER_ELEMENT;
  const numbers = new Float64Array(new SharedArrayBuffer(bytes));
  let at = 0;
  for (const { departureDate, quantity, unitPrice, unitCost } of records) {
    numbers[at] = dayOf(String(departureDate));
    numbers[at + 1] = Number(quantity);
    numbers[at + 2] = Number(unitPrice ?? 0);
    numbers[at + 3] = Number(unitCost ?? 0);
    at += width;
  }
  return { datasetId, numbers };
}

/** Returns the sales up to a calendar date, inclusive, in the format of the engine. */
export function unpackSales({ numbers }: PackedSales, upTo: string): SaleRecord[] {
  const lastDay = dayOf(upTo);
  const sales: SaleRecord[] = [];
  for (let at = 0; at < numbers.length; at += width) {
    const day = numbers[at] ?? 0;
    if (day > lastDay) continue;
    sales.push({
      date: dateOf(day),
      quantity: numbers[at + 1] ?? 0,
      unitPrice: numbers[at + 2] ?? 0,
      unitCost: numbers[at + 3] ?? 0,
    });
  }
  return sales;
}
