import { ContractError, type Finding, stringifyJson, suggestName } from '@understudy/contract';
import type { Simulator } from '@understudy/kernel';
import type { components } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { checkResponseHeaders } from './check-response-headers.js';

type Schemas = components['schemas'];

interface CheckedRule {
  readonly match: Schemas['FaultMatch'];
  readonly effect: Omit<Schemas['FaultEffect'], 'delay'>;
}

/** Maximum characters of a rule as JSON, and of its body pattern. Every request is compared with the pattern. */
const [largestRule, largestMatch] = [256 * 1024, 4000];

/** Finds errors in a rule that its schema cannot express, such as an unknown operation. */
export function checkFault(
  { match = {}, effect, ttl, until }: Schemas['Fault'],
  pointer: string,
  { simulators, renderTemplate }: Pick<ServerContext, 'simulators' | 'renderTemplate'>,
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
  const { operationId: _any, ...others } = match;
  const data = Object.entries(effect.template?.data ?? {}).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !value.startsWith('=')) return [];
    return checkCondition({ ...others, if: value.slice(1) }, `${pointer}/effect/template/data/${name}`, served);
  });
  const isText = typeof effect.body === 'string' || (effect.body === undefined && effect.base64 === undefined);
  return [
    ...checkCondition(match, `${pointer}/match/if`, served),
    ...data,
    ...when(
      effect.template !== undefined && (renderTemplate === undefined || !isText),
      `${pointer}/effect/template`,
      isText ? 'is not supported by this server' : 'needs a text as body',
    ),
    ...when(ttl !== undefined && until !== undefined, `${pointer}/until`, 'ends the rule, and so does ttl; send one'),
    ...checkRule({ match, effect }, pointer),
  ];
}

/**
 * Finds errors in the condition of a rule. The condition needs an API created from a description that has the named
 * records.
 */
function checkCondition({ if: text, operationId }: Schemas['FaultMatch'], at: string, served: Simulator[]): Finding[] {
  if (text === undefined) return [];
  const described = served.filter(
    ({ compileCondition, contract }) =>
      compileCondition !== undefined && (operationId === undefined || contract.operations.has(operationId)),
  );
  const [simulator, ...others] = described;
  if (simulator === undefined || others.length > 0) {
    const which = simulator === undefined ? 'none matches' : 'several match; name one with match.api';
    return when(true, at, `is for an API that is made from a description, but ${which}`);
  }
  try {
    simulator.compileCondition?.(text);
    return [];
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.findings.flatMap(({ message }) => when(true, at, `is wrong: ${message}`));
  }
}

/** Finds rules that are too large, headers that a rule must not send, and members that exclude each other. */
export function checkRule(rule: CheckedRule, pointer: string): Finding[] {
  const { status = 200, body, base64, patch, headers = {} } = rule.effect;
  const [size, sizeOfBody] = [stringifyJson(rule).length, stringifyJson(rule.match.body ?? null).length];
  const bodies = [body, base64, patch].filter((each) => each !== undefined).length;
  const hasBody = base64 !== undefined || (body !== undefined && body !== '');
  const at = `${pointer}/effect`;
  return [
    ...when(size > largestRule, pointer, `has ${size} characters as JSON; a rule can have ${largestRule}`),
    ...when(
      sizeOfBody > largestMatch,
      `${pointer}/match/body`,
      `has ${sizeOfBody} characters as JSON; a rule can match ${largestMatch}, so leave out members`,
    ),
    ...when(bodies > 1, at, 'has more than one of body, base64 and patch; send one'),
    ...when(
      hasBody && [204, 205, 304].includes(status),
      `${at}/status`,
      `${status} has no body; leave out the body, or send another status`,
    ),
    ...checkResponseHeaders(headers, `${at}/headers`),
  ];
}

function when(isWrong: boolean, pointer: string, message: string): Finding[] {
  return isWrong ? [{ ruleId: 'request/value', severity: 'error', message: `${pointer} ${message}`, pointer }] : [];
}

function unknown(pointer: string, what: string, actual: string, known: readonly string[]): Finding {
  const list =
    known.length > 20 ? '; GET /_sim lists the APIs, their descriptions the operations' : `: ${known.join(', ')}`;
  const message = `${pointer} must be ${what}${list}, but is "${actual}".${suggestName(actual, known)}`;
  return { ruleId: 'request/value', severity: 'error', message, pointer, actual };
}
