import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Packages are taken from their sources, so that no test passes on a stale build. */
// Node does not know the condition "module".
const conditions = ['@understudy/source', ...defaultServerConditions.filter((name) => name !== 'module')];

/** Tests of whole systems, one after the other, each file in a process of its own. */
const ofTheWhole = (name: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`packages/tools/src/${name}/*.test.ts`],
    pool: 'forks' as const,
    isolate: true,
    fileParallelism: false,
  },
});

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    // The default export of a CommonJS module is all that it exports, as Node has it.
    deps: { interopDefault: false },
    globalSetup: 'packages/tools/src/vitest-setup.ts',
    maxWorkers: 2,
    testTimeout: 30_000,
    restoreMocks: true,
    tags: [{ name: 'slow', description: 'Runs in npm run verify, not in npm test.', timeout: 120_000 }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: ['packages/tools/src/{system,attack,long}/**'],
          pool: 'threads',
          // A worker loads the packages, descriptions and scenarios once for all its files.
          isolate: false,
        },
      },
      ofTheWhole('system'),
      ofTheWhole('attack'),
      ofTheWhole('long'),
    ],
  },
});
