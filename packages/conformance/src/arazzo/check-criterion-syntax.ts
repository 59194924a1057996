import { checkJsonPath } from '@understudy/contract';
import { parseCondition } from '../expressions/parse-condition.js';
import type { Criterion } from './model.js';

/** What is wrong with a criterion before any response came; `undefined` when nothing is. */
export function checkCriterionSyntax(criterion: Criterion): string | undefined {
  const type = typeof criterion.type === 'object' ? criterion.type.type : (criterion.type ?? 'simple');
  if (type === 'simple') {
    const parsed = parseCondition(criterion.condition);
    return 'problem' in parsed ? parsed.problem : undefined;
  }
  if (criterion.context === undefined) return `a ${type} criterion needs a context, as in "context: $response.body"`;
  if (type === 'xpath') return 'criteria of type xpath are not supported; use simple, regex or jsonpath';
  try {
    if (type === 'regex') new RegExp(criterion.condition);
    else checkJsonPath(criterion.condition);
    return undefined;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  }
}
