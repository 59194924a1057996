import { expect, it } from 'vitest';
import { findWrongImports } from './find-wrong-imports.ts';

const file = (path: string) => `packages/server/src/${path}`;
it.each([
  ['a package above', [['packages/kernel/src/clock.ts', 'packages/server']], 1],
  ['a package next to it', [['packages/persistence/src/index.ts', 'packages/server']], 1],
  ['the tools', [['packages/understudy/src/index.ts', 'packages/tools']], 1],
  ['a file of another package', [['packages/tools/src/gate.ts', 'packages/kernel/src/clock.ts']], 1],
  [
    'a ring of files',
    [
      [file('a.ts'), file('b.ts')],
      [file('b.ts'), file('c.ts')],
      [file('c.ts'), file('a.ts')],
    ],
    1,
  ],
  [
    'a ring of folders',
    [
      [file('a/x.ts'), file('b/x.ts')],
      [file('b/y/z.ts'), file('a/y.ts')],
    ],
    1,
  ],
  [
    'folders within a folder',
    [
      [file('a/x.ts'), file('a/b/x.ts')],
      [file('a/b/y.ts'), file('a/z.ts')],
    ],
    0,
  ],
  [
    'packages below',
    [
      ['packages/simulator-time/src/api.ts', 'packages/contract'],
      [file('a.ts'), 'packages/kernel'],
    ],
    0,
  ],
  [
    'all packages',
    [
      ['packages/tools/src/gate.ts', 'packages/understudy'],
      ['packages/understudy/src/index.ts', 'packages/fuzzing'],
    ],
    0,
  ],
] as const)('reports imports of %s', (_, imports, count) => {
  expect(findWrongImports(imports.map(([from, to]) => ({ from, to })))).toHaveLength(count);
});
