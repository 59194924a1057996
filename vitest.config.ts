import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 15_000,
    restoreMocks: true,
  },
});
