/** Last words of member names that state the type or unit of the value. */
export const units: ReadonlySet<string> = new Set(
  'at on date day time timestamp datetime amount cents seconds minutes hours days weeks percent percentage eur usd gbp kwh kw pct ts utc km kilometres kilometers miles kg litres liters mb gb'.split(
    ' ',
  ),
);

export const abbreviations: Readonly<Record<string, string>> = {
  max: 'maximum',
  min: 'minimum',
  qty: 'quantity',
  num: 'number',
  amt: 'amount',
  desc: 'description',
};

/** Words for units, by the last word of the member name. */
export const sizesOfUnits: Readonly<Record<string, readonly string[]>> = {
  km: ['kilometre', 'kilometer', 'km'],
  miles: ['mile'],
  kg: ['kilogram', 'kilo', 'kg'],
  litres: ['litre', 'liter'],
  kwh: ['kwh', 'kilowatt hour'],
  minutes: ['minute'],
  hours: ['hour'],
  days: ['day'],
  nights: ['night'],
};

/** Words for money that member names omit: "actual cost" is `actual_cents`. */
export const moneyWords: ReadonlySet<string> = new Set(['cost', 'costs', 'price', 'sum', 'money', 'charge', 'bill']);
export const moneyUnits: ReadonlySet<string> = new Set(['cents', 'amount', 'eur', 'usd', 'gbp']);
