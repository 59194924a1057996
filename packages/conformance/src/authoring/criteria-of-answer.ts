import { isObject } from '@understudy/contract';
import type { Criterion } from '../arazzo/model.js';
import { pointerToken } from '../expressions/json-pointer.js';
import type { RecordedCall } from './recorded-call.js';
import type { RequestValues } from './request-values.js';
import { isSecretName } from './secret-names.js';
import type { ValueLinks } from './value-links.js';

/** A word of a fixed set, as the states of jobs and the codes of problems are; no prose, no id. */
const word = /^[A-Za-z]+([_-][A-Za-z]+)*$/;
const maxWords = 5;

/** What must hold for an answer: its status, its fixed words and booleans, and the ids that were known before. */
export function criteriaOfAnswer(
  { entry, answer }: RecordedCall,
  { links, values }: { links: ValueLinks; values: RequestValues },
): Criterion[] {
  const members = isObject(answer) ? Object.entries(answer) : [];
  const conditions = members.flatMap(([name, value]) => {
    const place = `$response.body#/${pointerToken(name)}`;
    if (!/^[\w.-]+$/.test(name) || isSecretName(name)) return [];
    if (typeof value === 'boolean') return [`${place} == ${value}`];
    if (typeof value !== 'string' || values.isSecret(name) || values.isSecret(value)) return [];
    if (word.test(value)) return [`${place} == '${value}'`];
    const known = links.expressionFor(value);
    return known?.startsWith('$') ? [`${place} == ${known}`] : [];
  });
  return [`$statusCode == ${entry.status}`, ...conditions.slice(0, maxWords)].map((condition) => ({ condition }));
}
