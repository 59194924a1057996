import { type WarningTexts, warningLanguages } from '@understudy/engine-rostering';

/**
 * The warnings of the language that fits best what ACCEPT_LANGUAGE says: a language tag, or several by preference as
 * in RFC 9110 section 12.5.4, matched by the lookup of RFC 4647 section 3.4. Undefined, which is
 * English, where none fits
 * (rostering.gap.analyze-language).
 */
export function warningTextsFor(asked: string | undefined): WarningTexts | undefined {
  for (const range of rangesOf(asked ?? '')) {
    const subtags = range.split('-');
    while (subtags.length > 0) {
      const texts = warningLanguages.get(subtags.join('-'));
      if (texts !== undefined) return texts;
      subtags.pop();
      // A single letter or digit begins an extension and says nothing without what it introduces.
      if (subtags.at(-1)?.length === 1) subtags.pop();
    }
  }
  return undefined;
}

/** Language ranges in lower case, the most wanted first; those of weight 0 are unwanted, `*` is whatever there is. */
function rangesOf(asked: string): string[] {
  return asked
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const q = weight === undefined ? 1 : Number(weight.slice(2));
      return range === '' || range === '*' || !(q > 0) ? [] : [{ range, q }];
    })
    .sort((left, right) => right.q - left.q)
    .map(({ range }) => range);
}
