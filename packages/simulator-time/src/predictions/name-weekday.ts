/** What the engine calls the weekday among the significant fields (time.gap.weekday-name). */
export const weekdayField = 'date';

interface Prediction {
  readonly significantFields: ReadonlyArray<{ readonly field: string }>;
}

/** Predictions with the weekday named as the setting `weekdayField` says. */
export function nameWeekday<Item extends Prediction>(predictions: Item[], name: unknown): Item[] {
  if (name === weekdayField) return predictions;
  return predictions.map((prediction) => ({
    ...prediction,
    significantFields: prediction.significantFields.map((significant) =>
      significant.field === weekdayField ? { ...significant, field: String(name) } : significant,
    ),
  }));
}
