import type { TestProject } from 'vitest/node';
import { build } from './steps.mjs';

/**
 * Tests import sources, but worker threads and command line processes are built. So changed packages are built before
 * each run. Without changes that needs 0.25 s.
 */
export default async function setup(project: TestProject): Promise<void> {
  await buildOrThrow();
  project.onTestsRerun(buildOrThrow);
}

async function buildOrThrow(): Promise<void> {
  if ((await build()) !== 0) throw new Error('The build failed, so tests would use an old build.');
}
