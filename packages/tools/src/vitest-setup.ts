import type { TestProject } from 'vitest/node';
import { build } from './steps.mjs';

/**
 * Tests import sources. What they start by an address is built: worker threads, and processes of the command line. So
 * before they run, and before they run again, what has changed is built; a quarter of a second when nothing has.
 */
export default async function setup(project: TestProject): Promise<void> {
  await buildOrThrow();
  project.onTestsRerun(buildOrThrow);
}

async function buildOrThrow(): Promise<void> {
  if ((await build()) !== 0) throw new Error('The build failed, so tests would run on what it made before.');
}
