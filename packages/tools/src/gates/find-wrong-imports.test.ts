import { expect, it } from 'vitest';
import { findWrongImports } from './find-wrong-imports.ts';

const server = 'packages/server/src';

it.each([
  ['a package of a higher layer', ['packages/kernel/src/clock.ts packages/server'], 1],
  ['a package of the same layer', ['packages/persistence/src/index.ts packages/server'], 1],
  ['the tools', ['packages/understudy/src/index.ts packages/tools'], 1],
  ['a file of another package', ['packages/tools/src/gate.ts packages/kernel/src/clock.ts'], 1],
  [
    'a cycle of files',
    [`${server}/a.ts ${server}/b.ts`, `${server}/b.ts ${server}/c.ts`, `${server}/c.ts ${server}/a.ts`],
    1,
  ],
  ['a cycle of folders', [`${server}/a/x.ts ${server}/b/x.ts`, `${server}/b/y/z.ts ${server}/a/y.ts`], 1],
  ['folders within a folder', [`${server}/a/x.ts ${server}/a/b/x.ts`, `${server}/a/b/y.ts ${server}/a/z.ts`], 0],
  [
    'packages of lower layers',
    ['packages/simulator-time/src/api.ts packages/contract', `${server}/a.ts packages/kernel`],
    0,
  ],
  [
    'all packages',
    ['packages/tools/src/gate.ts packages/understudy', 'packages/understudy/src/index.ts packages/fuzzing'],
    0,
  ],
])('checks imports of %s', (_, imports, count) => {
  const pairs = imports.map((each) => each.split(' '));
  expect(findWrongImports(pairs.map(([from = '', to = '']) => ({ from, to })))).toHaveLength(count);
});
