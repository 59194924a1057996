import { didYouMean, type Finding } from '@understudy/contract';
import type { components } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { checkAnswerHeaders } from './answer-headers.js';

/** What is wrong with a rule that its schema cannot say: an API or operation that is not served here fits no request. */
export function checkFault(
  { match = {}, effect }: components['schemas']['Fault'],
  pointer: string,
  { simulators }: ServerContext,
): Finding[] {
  const { api, operationId } = match;
  const apis = [...simulators.keys()];
  if (api !== undefined && !apis.includes(api)) {
    return [unknown(`${pointer}/match/api`, 'an API that is served here', api, apis)];
  }
  const served = [...simulators.values()].filter(({ name }) => api === undefined || name === api);
  const operationIds = served.flatMap(({ contract }) => contract.index.operationIds);
  if (operationId !== undefined && !operationIds.includes(operationId)) {
    const whose = api === undefined ? 'an operation that is served here' : `an operation of ${api}`;
    return [unknown(`${pointer}/match/operationId`, whose, operationId, operationIds)];
  }
  return checkAnswerHeaders(effect.headers ?? {}, `${pointer}/effect/headers`);
}

function unknown(pointer: string, what: string, actual: string, known: readonly string[]): Finding {
  const list =
    known.length > 20 ? '; GET /_sim lists the APIs, their descriptions the operations' : `: ${known.join(', ')}`;
  const message = `${pointer} must be ${what}${list}, but is "${actual}".${didYouMean(actual, known)}`;
  return { ruleId: 'request/value', severity: 'error', message, pointer, actual };
}
