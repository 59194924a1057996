/** Words at the end of the name of a member that say the kind or the unit of its value. */
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
