import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlainYaml } from '@understudy/contract/yaml';
import { parse } from 'yaml';
import { root } from '../../steps.mjs';
import { featuresOf } from './features-of.ts';
import type { Candidate } from './sample-of.ts';

/** A scenario file, read. */
export interface Scenario extends Candidate {
  readonly workflowIds: readonly string[];
}

/** What a step with a file for a body counts: Redocly looks through large bodies again and again. */
const stepsPerUpload = 60;

/**
 * The scenario files, by their paths from the root.
 *
 * @param folder those of `scenarios/<folder>` only
 */
export async function readScenarios(folder = ''): Promise<Scenario[]> {
  const names = await readdir(join(root, 'scenarios', folder), { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .map((name) => join('scenarios', folder, name).replaceAll('\\', '/'));
  return await Promise.all(
    files.sort().map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      const scenario: { workflows: { workflowId: string }[] } = Object(readPlainYaml(text)?.value ?? parse(text));
      const weight = text.split('- stepId: ').length + stepsPerUpload * (text.split('$file(').length - 1);
      const workflowIds = scenario.workflows.map(({ workflowId }) => workflowId);
      return { file, weight, workflowIds, features: featuresOf(scenario) };
    }),
  );
}
