/** Words of events about a new record. */
export const creationWords = new Set(
  'created added new opened registered placed submitted uploaded posted filed started requested received scheduled booked issued'.split(
    ' ',
  ),
);

/** Words of events about a deleted record. */
export const deletionWords = new Set('deleted removed destroyed'.split(' '));

/** Words of events about any change of a record. */
export const changeWords = new Set('updated changed edited modified saved'.split(' '));

/** Lists the forms in which an event can name a state: `opened` for `open`, `canceled` for `cancelled`. */
export function statesNamedBy(word: string): string[] {
  return [
    word,
    word.replace(/ed$/, ''),
    word.replace(/d$/, ''),
    word.replace(/([a-z])\1ed$/, '$1'),
    word.replace('canceled', 'cancelled'),
    word.replace('cancelled', 'canceled'),
  ];
}
