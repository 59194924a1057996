// The largest accepted bodies, in the shapes that are the most expensive to read and validate.
import { readFileSync } from 'node:fs';
import { demoBearer } from '../../clients/inventory-client.ts';
import { type Attack, must, type Target } from './attack.js';

const megabyte = 1024 * 1024;
/** Size limits of bodies. */
const analysis = 6 * megabyte;
const rostering = 20 * megabyte;

/** Repeats the middle part of a shape up to about this many bytes. */
function filled(bytes: number, [before, part, after]: Shape): string {
  const room = bytes - before.length - after.length;
  if (typeof part === 'string') return before + part.repeat(Math.floor(room / part.length)) + after;
  const parts: string[] = [];
  for (let left = room; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(part(parts.length));
  return before + parts.slice(0, -1).join('') + after;
}

/** Beginning, repeated part, end. */
type Shape = readonly [string, string | ((index: number) => string), string];

interface LargeBody {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  /** The scope of the token, if one is needed. */
  readonly scope?: string;
  readonly bytes: number;
  readonly shape: Shape;
  readonly form?: boolean;
  readonly quick?: boolean;
}

const io = { scope: 'understudy-stage:io', bytes: analysis };
/** Bodies close to the maximum number of values. */
const dense = { scope: 'understudy-stage:io', bytes: 4 * megabyte };
const ar = { scope: 'automatic-rostering-stage', bytes: rostering };
const control = { bytes: 60 * megabyte };
const numbers = ['{"a":[', '1,', '1]}'] as const;
const trained = (datasetId: string | number) => `{"datasetId":"${datasetId}","frequency":"D","horizon":30}`;
/** About 10 KB. A job can have 2,000. */
const employee = (index: number) =>
  `{"id":"shop-${index + 1}","name":"${'Aino '.repeat(2120)}","roles":[{"id":"keyholder"}],"attributes":[{"id":"competency","values":["till","keys"]}]},`;
const shop = JSON.parse(readFileSync(new URL('../../../../../fixtures/rostering/shop.json', import.meta.url), 'utf8'));
const { employees: _, ...withoutEmployees } = shop;

const bodies: readonly LargeBody[] = [
  { name: 'an array of {} instead of an object', path: '/io/start_trainer', ...io, shape: ['[', '{},', '{}]'] },
  { name: 'parameters of {}', path: '/io/start_trainer', ...dense, shape: ['{"parametersArray":[', '{},', '{}]}'] },
  {
    name: 'the same parameters',
    path: '/io/start_trainer',
    ...io,
    shape: ['{"parametersArray":[', `${trained('a')},`, `${trained('a')}]}`],
  },
  {
    name: 'parameters of datasets each of its own',
    path: '/io/start_trainer',
    ...io,
    shape: ['{"parametersArray":[', (index) => `${trained(index)},`, `${trained('a')}]}`],
  },
  {
    name: 'the most parameters, each of its own dataset',
    path: '/io/start_trainer',
    ...io,
    bytes: 20_000 * trained(10_000).length,
    shape: ['{"parametersArray":[', (index) => `${trained(10_000 + index)},`, `${trained(9_999)}]}`],
  },
  {
    name: 'unknown and valid members',
    path: '/io/start_trainer',
    ...dense,
    shape: [`{"parametersArray":[${trained('a')}],"more":[`, '{},', '{}]}'],
  },
  { name: 'a feedback of numbers', path: '/io/feedback', ...io, shape: numbers, quick: true },
  { name: 'employees of {}', path: '/feasibility', ...ar, shape: ['{"employees":[', '{},', '{}]}'] },
  { name: 'unknown numbers', path: '/jobs', ...ar, shape: numbers },
  { name: 'one long text', path: '/analyze', ...ar, shape: ['{"a":"', 'x', '"}'] },
  {
    name: 'a shop of many employees',
    path: '/jobs',
    ...ar,
    shape: [
      `${JSON.stringify(withoutEmployees).slice(0, -1)},"employees":[`,
      employee,
      `${employee(-1).slice(0, -1)}]}`,
    ],
  },
  {
    name: 'records of {}',
    method: 'PUT',
    path: '/_sim/snapshots/a',
    ...control,
    shape: ['{"records":[', '{},', '{}]}'],
  },
  { name: 'numbers as a seed', path: '/_sim/seed', ...control, shape: numbers },
  {
    name: 'many fields of a form',
    path: '/register',
    bytes: megabyte,
    form: true,
    quick: true,
    shape: ['', (index) => `a${index}=b&`, 'a=b'],
  },
];

export const attacks: readonly Attack[] = [
  {
    name: 'a form of 60 MB for a token',
    async run({ call }) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const started = performance.now();
      const { status, broken } = await call('POST', '/connect/token', { headers, body: 'a=b&'.repeat(15 * megabyte) });
      must(status === 413 || broken !== undefined, `Answered ${status}`);
      return `${status ?? broken} after ${seconds(started)}`;
    },
  },
  ...bodies.map(
    (body): Attack => ({
      name: `${(body.bytes / megabyte).toFixed(0)} MB for ${body.path}: ${body.name}`,
      sends: body.bytes,
      ...(body.quick === undefined ? {} : { quick: body.quick }),
      run: (target) => send(target, body),
    }),
  ),
];

async function send(target: Target, { path, method = 'POST', scope, bytes, shape, form }: LargeBody): Promise<string> {
  const headers = {
    tenantId: 'demo',
    CUSTOMER_ID: 'demo',
    USER_ID: 'demo',
    'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(scope === undefined ? {} : { authorization: await demoBearer(target.url, scope) }),
  };
  const body = filled(bytes, shape);
  const started = performance.now();
  const { status, broken, text } = await target.call(method, path, { headers, body });
  must(status !== undefined && status < 500, `${broken ?? status}: ${text.slice(0, 200)}`);
  return `${status} after ${seconds(started)}, ${text.length} bytes answered`;
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(2)} s`;
}
