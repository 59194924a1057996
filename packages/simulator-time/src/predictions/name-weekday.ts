/** The engine's name of the weekday among the significant fields (time.gap.weekday-name). */
export const engineWeekday: string = 'date';

export function nameWeekday<Item extends { readonly significantFields: ReadonlyArray<{ readonly field: string }> }>(
  predictions: Item[],
  name: string,
): Item[] {
  if (name === engineWeekday) return predictions;
  return predictions.map((prediction) => ({
    ...prediction,
    significantFields: prediction.significantFields.map((significant) =>
      significant.field === engineWeekday ? { ...significant, field: name } : significant,
    ),
  }));
}
