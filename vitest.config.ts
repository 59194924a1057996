import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    // A worker loads the packages, descriptions and scenarios once for all its files.
    isolate: false,
    testTimeout: 30_000,
    restoreMocks: true,
  },
});
