import { writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from '../../../steps.mjs';
import type { Scenario } from './read-scenarios.ts';

type Step = Scenario['document']['workflows'][number]['steps'][number];

/**
 * Omits the steps that request an undocumented status with `Prefer`. The simulator rejects them with an error that no
 * description documents, but Redocly validates each response against its description.
 *
 * @returns the file to run: the scenario file itself, or a shorter copy in `folder`
 */
export function withoutRefusals({ file, document }: Scenario, folder: string): string {
  const workflows = document.workflows.map((each) => ({
    ...each,
    steps: each.steps.filter((step) => !isRefused(step)),
  }));
  const isWhole = workflows.every(({ steps }, index) => steps.length === document.workflows[index]?.steps.length);
  if (isWhole) return file;
  const own = dirname(resolve(root, file));
  const moved = (path: string) => relative(folder, resolve(own, path));
  const sourceDescriptions = document.sourceDescriptions.map((each) => ({ ...each, url: moved(each.url) }));
  const text = JSON.stringify({ ...document, sourceDescriptions, workflows });
  const copy = join(folder, file.replaceAll('/', '-'));
  writeFileSync(
    copy,
    text.replace(/\$file\('([^']+)'\)/g, (_all, path: string) => `$file('${moved(path)}')`),
  );
  return copy;
}

function isRefused({ parameters = [], successCriteria = [] }: Step): boolean {
  const asked = parameters.flatMap(({ name, value }) =>
    name === 'Prefer' ? (/^(?:code|status)=(\d+)$/.exec(String(value))?.[1] ?? []) : [],
  );
  return asked.some((status) => status !== '400') && successCriteria[0]?.condition === '$statusCode == 400';
}
