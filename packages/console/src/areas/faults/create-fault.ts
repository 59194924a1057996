import { signal } from '@preact/signals';
import type { Fault } from '../../api/types.js';
import { parseOrText } from '../../parts/parse-json.js';

/** Values of the form by field. */
export type FaultValues = Readonly<Record<string, string>>;

interface Response {
  readonly title: string;
  /** Label, initial value and hint of the number field. */
  readonly label?: string;
  readonly usual?: string;
  readonly hint?: string;
  readonly hasBody?: true;
  create(amount: number, values: FaultValues): Fault['effect'];
}

/** The kinds of faulty responses. */
export const responses: Readonly<Record<string, Response>> = {
  status: {
    title: 'returns a status',
    label: 'Status',
    usual: '503',
    hint: '400 to 599, with the error body of the API.',
    create: (status) => ({ status }),
  },
  delay: {
    title: 'is delayed',
    label: 'Seconds',
    usual: '2',
    hint: 'In sandbox time.',
    create: (seconds) => ({ delay: { fixed: `PT${seconds}S` } }),
  },
  reset: { title: 'closes the connection', create: () => ({ reset: true }) },
  truncateAfter: {
    title: 'is cut off',
    label: 'Number of bytes',
    usual: '20',
    create: (truncateAfter) => ({ truncateAfter }),
  },
  bytesPerSecond: {
    title: 'is slow',
    label: 'Bytes per second',
    usual: '200',
    hint: 'In real time.',
    create: (bytesPerSecond) => ({ bytesPerSecond }),
  },
  body: {
    title: 'uses a custom body',
    label: 'Status',
    usual: '200',
    hasBody: true,
    create: (status, { body = '', type = '' }) =>
      type === '' ? { status, body: parseOrText(body) } : { status, body, headers: { 'content-type': type } },
  },
  patch: { title: 'is patched', hasBody: true, create: (_amount, { body = '' }) => ({ patch: JSON.parse(body) }) },
};

/** Which of the matching requests are affected. */
export const shares: Readonly<Record<string, { readonly title: string; match(number: number): Fault['match'] }>> = {
  all: { title: 'all', match: () => ({}) },
  every: { title: 'every nth', match: (every) => ({ every }) },
  nth: { title: 'only the nth', match: (nth) => ({ nth }) },
  probability: { title: 'a random share', match: (percent) => ({ probability: percent / 100 }) },
};

/** Values of a new rule, kept while other areas are open. */
export const ruleDraft = signal<FaultValues>({ response: 'status', amount: '503', share: 'all', number: '3' });

const usual = { share: 'all', retryAfter: '' };

/** Rules for common failures. */
export const faultTemplates: ReadonlyArray<{ readonly name: string; readonly values: FaultValues }> = [
  {
    name: 'Every third request fails',
    values: { ...usual, response: 'status', amount: '503', share: 'every', number: '3' },
  },
  { name: 'The service is down', values: { ...usual, response: 'status', amount: '503', retryAfter: '30' } },
  { name: '5 % are slow', values: { ...usual, response: 'delay', amount: '5', share: 'probability', number: '5' } },
  { name: 'Too many requests', values: { ...usual, response: 'status', amount: '429', retryAfter: '60', times: '5' } },
  { name: 'The connection drops once', values: { ...usual, response: 'reset', times: '1' } },
];

/** Creates a rule from the form values. @throws Error for an invalid header or patch */
export function createFault(values: FaultValues): Fault {
  const {
    api,
    operationId,
    tenantId,
    method,
    path,
    if: condition,
    header = '',
    retryAfter = '',
    times = '',
    ttl = '',
  } = values;
  const { response = 'status', amount, share = 'all', number } = values;
  const given = Object.entries({ api, operationId, tenantId, method, path, if: condition });
  const [name = '', value] = header.split(/:\s*(.*)/s);
  if (header !== '' && value === undefined) throw new Error('The header must be written as name: value');
  const effect = responses[response]?.create(Number(amount), values) ?? {};
  return {
    match: {
      ...Object.fromEntries(given.filter(([, text]) => text !== undefined && text !== '')),
      ...(value === undefined ? {} : { headers: { [name.trim().toLowerCase()]: value } }),
      ...shares[share]?.match(Number(number)),
    },
    effect: { ...effect, ...(retryAfter === '' ? {} : { headers: { ...effect.headers, 'retry-after': retryAfter } }) },
    ...(times === '' ? {} : { times: Number(times) }),
    ...(ttl === '' ? {} : { ttl: `PT${ttl}M` }),
  };
}
