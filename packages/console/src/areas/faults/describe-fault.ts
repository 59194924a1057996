import type { ActiveFault } from '../../api/types';

/** Describes the requests that a rule matches. */
export function describeMatch({ match }: ActiveFault): string {
  const {
    api,
    operationId,
    tenantId,
    method,
    path,
    headers,
    query,
    body,
    nth,
    every,
    probability,
    if: condition,
  } = match;
  const what = [method, path ?? operationId ?? (api === undefined ? 'any request' : 'requests')]
    .filter(Boolean)
    .join(' ');
  const parts = [
    api === undefined ? undefined : `of ${api}`,
    tenantId === undefined ? undefined : `for ${tenantId}`,
    headers === undefined ? undefined : `with ${pairs(headers, ': ')}`,
    query === undefined ? undefined : `with ${pairs(query, '=')}`,
    body === undefined ? undefined : `with body ${JSON.stringify(body)}`,
    condition === undefined ? undefined : `if ${condition}`,
    nth === undefined ? undefined : `only the ${ordinal(nth)} matching request`,
    every === undefined ? undefined : `every ${ordinal(every)}`,
    probability === undefined ? undefined : `${Math.round(probability * 100)} % of them`,
  ];
  return [what, ...parts.filter((part) => part !== undefined)].join(', ').replace(', of', ' of');
}

function pairs(values: Readonly<Record<string, string | null>>, sign: string): string {
  return Object.entries(values)
    .map(([name, value]) => (value === null ? `no ${name}` : `${name}${sign}${value}`))
    .join(', ');
}

function ordinal(number: number): string {
  return `${number}${endings[ordinals.select(number)] ?? 'th'}`;
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

export function describeEffect({ effect }: ActiveFault): string {
  const { status, body, base64, patch, delay, headers, reset, truncateAfter, bytesPerSecond } = effect;
  const parts = [
    status === undefined && body === undefined && base64 === undefined ? undefined : `returns ${status ?? 200}`,
    patch === undefined ? undefined : 'changes the body',
    delay === undefined ? undefined : `waits ${delayWords(delay)}`,
    reset === true ? 'closes the connection' : undefined,
    truncateAfter === undefined ? undefined : `cuts the response off after ${truncateAfter} bytes`,
    bytesPerSecond === undefined ? undefined : `sends ${bytesPerSecond} bytes per second`,
    headers === undefined ? undefined : `adds ${Object.keys(headers).join(', ')}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function delayWords(delay: NonNullable<ActiveFault['effect']['delay']>): string {
  if ('fixed' in delay) return delay.fixed;
  if ('from' in delay) return `${delay.from} to ${delay.to}`;
  return `about ${delay.median}`;
}
