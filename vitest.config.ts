import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Packages are taken from their sources, so that no test passes on a stale build. */
// Node does not know the condition "module".
const conditions = ['@understudy/source', ...defaultServerConditions.filter((name) => name !== 'module')];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    // The default export of a CommonJS module is all that it exports, as Node has it.
    deps: { interopDefault: false },
    include: ['packages/*/src/**/*.test.ts'],
    globalSetup: 'packages/tools/src/vitest-setup.ts',
    pool: 'threads',
    maxWorkers: 2,
    // A worker loads the packages, descriptions and scenarios once for all its files.
    isolate: false,
    testTimeout: 30_000,
    restoreMocks: true,
    tags: [{ name: 'slow', description: 'Runs in npm run verify, not in npm test.', timeout: 120_000 }],
  },
});
