/** Last words of member names with the kind or the unit of the value. */
export const units: ReadonlySet<string> = new Set(
  'at on date day time timestamp datetime amount cents seconds minutes hours days weeks percent percentage eur usd gbp kwh kw pct ts utc'.split(
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
