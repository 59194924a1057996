import { type ErrorCodes, type ErrorName, normalizeName, type SchemaReader } from '@understudy/model';
import { type ErrorCase, scoreErrorCode } from './choose-error-code.js';

export interface DescribedErrors {
  readonly schemas: SchemaReader;
  readonly errorCodes: ErrorCodes;
}

/** Chooses the schema that fits an error best, by its name and its listed statuses and codes. */
export function chooseErrorSchema(
  description: DescribedErrors,
  alternatives: readonly unknown[],
  about: ErrorCase,
): unknown {
  let best = alternatives[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const alternative of alternatives) {
    const score = fitOf(description, alternative, about);
    if (score > most) [best, most] = [alternative, score];
  }
  return best;
}

function fitOf({ schemas, errorCodes }: DescribedErrors, alternative: unknown, about: ErrorCase): number {
  const { names: pointers, properties } = schemas.flat(alternative);
  const score = (code: unknown) => scoreErrorCode(errorCodes, code, about);
  let fit = Math.max(0, ...pointers.map(score));
  for (const [name, property] of properties) {
    const { keywords } = schemas.flat(property);
    const listed: unknown = 'const' in keywords ? [keywords['const']] : keywords['enum'];
    const { says = [] }: ErrorName = schemas.names.get(name)?.error ?? {};
    if (says.includes('message')) fit += 0.1;
    if (!Array.isArray(listed)) continue;
    if (says.includes('status') && listed.some((each) => /^\d{3}$/.test(String(each))))
      fit += listed.some((each) => String(each) === String(about.status)) ? 20 : -50;
    else if (says.includes('code') || /code$|type$/.test(normalizeName(name)))
      fit += Math.max(-1, ...listed.map((each) => score(each) || -1));
  }
  return fit;
}
