// Bodies for an API that has only a description: it stores whatever the schemas allow.
import { join } from 'node:path';
import { root } from '../../steps.mjs';
import { type Attack, must, type Target } from './attack.js';

const server = [join(root, 'packages/described/src/testing/hostile-bodies.yaml')];
const headers = { 'content-type': 'application/json' };

interface Sent {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly body: () => string;
  readonly statuses: readonly number[];
}

const filter = (depth: number) => `{"filter":${'{"args":['.repeat(depth)}{"field":"a"}${']}'.repeat(depth)}}`;
const wide = (members: number) => `{${Array.from({ length: members }, (_none, at) => `"m${at}":1`).join()}}`;
const insertions = () =>
  JSON.stringify(Array.from({ length: 40_000 }, () => ({ op: 'add', path: '/list/0', value: 1 })));

const sent: readonly Sent[] = [
  { name: 'alternatives within alternatives, 18 deep', path: '/queries', body: () => filter(18), statuses: [400] },
  { name: 'alternatives within alternatives, 24 deep', path: '/queries', body: () => filter(24), statuses: [400] },
  { name: 'an object of 200,000 members', path: '/things', body: () => wide(200_000), statuses: [400] },
  { name: 'an object of 1,000,000 members', path: '/things', body: () => wide(1_000_000), statuses: [400] },
  { name: 'an object of 5,000 members', path: '/things', body: () => wide(5000), statuses: [201] },
  { name: 'a change of 5,000 members', method: 'PATCH', path: '/things/a', body: () => wide(5000), statuses: [413] },
  { name: '40,000 steps that each move a list', method: 'PATCH', path: '/things/a', body: insertions, statuses: [400] },
];

const large = () => `{"id":"large","list":[${'1,'.repeat(100_000)}1]}`;

export const attacks: readonly Attack[] = [
  ...sent.map(
    ({ name, path, method = 'POST', body, statuses }): Attack => ({
      name: `described: ${name}`,
      server,
      async run({ call }: Target) {
        await call('POST', '/things', { headers, body: `{"id":"a","list":[${'1,'.repeat(100_000)}1]}` });
        const { status, broken, text } = await call(method, path, { headers, body: body() });
        must(status !== undefined && statuses.includes(status), `${status ?? broken}: ${text.slice(0, 200)}`);
        return `${status}`;
      },
    }),
  ),
  {
    name: 'described: six bodies of alternatives within alternatives, 26 deep, beside a large valid one',
    server,
    async run({ call }: Target) {
      const costly = Array.from({ length: 6 }, () => call('POST', '/queries', { headers, body: filter(26) }));
      const started = performance.now();
      const { status } = await call('POST', '/~other/things', { headers, body: large() });
      const took = performance.now() - started;
      const seen = await Promise.all(costly);
      must(status === 201 && took < 3000, `The valid one got ${status} after ${took.toFixed(0)} ms`);
      must(
        seen.every((one) => one.status === 400),
        `The others got ${seen.map((one) => one.status)}`,
      );
      return `the valid one took ${took.toFixed(0)} ms, all seven ${(performance.now() - started).toFixed(0)} ms`;
    },
  },
];
