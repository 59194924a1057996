import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlainYaml } from '@understudy/contract/yaml';
import { parse } from 'yaml';
import { root } from '../../../steps.mjs';
import { featuresOf } from './features-of.ts';
import type { Candidate } from './select-covering-set.ts';

/** A parsed scenario file, or a part of it. */
export interface Scenario extends Candidate {
  readonly workflowIds: readonly string[];
  readonly document: ScenarioDocument;
}

interface ScenarioDocument {
  readonly sourceDescriptions: readonly { readonly name: string; readonly url: string }[];
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly dependsOn?: readonly string[];
    readonly steps: readonly {
      readonly workflowId?: string;
      readonly parameters?: readonly { readonly name?: string; readonly value?: unknown }[];
      readonly successCriteria?: readonly { readonly condition: string }[];
    }[];
  }[];
}

/** Weight of a step with a file as its body: Redocly reads large bodies repeatedly. */
const stepsPerUpload = 60;

/** Reads the scenario files by path from the root. @param folder only those of `scenarios/<folder>` */
export async function readScenarios(folder = ''): Promise<Scenario[]> {
  const names = await readdir(join(root, 'scenarios', folder), { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .map((name) => join('scenarios', folder, name).replaceAll('\\', '/'));
  return await Promise.all(
    files.sort().map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      return scenarioOf(file, (readPlainYaml(text)?.value ?? parse(text)) as ScenarioDocument);
    }),
  );
}

function scenarioOf(file: string, document: ScenarioDocument): Scenario {
  const { workflows } = document;
  const steps = workflows.reduce((sum, workflow) => sum + workflow.steps.length, 1);
  const weight = steps + stepsPerUpload * (JSON.stringify(workflows).split('$file(').length - 1);
  const workflowIds = workflows.map(({ workflowId }) => workflowId);
  return { file, weight, workflowIds, features: featuresOf(document), document };
}

/** Splits a file by workflow. Each part also contains the workflows in that file that its workflow runs. */
export function workflowsOf({ file, document }: Scenario): Scenario[] {
  const byId = new Map(document.workflows.map((workflow) => [workflow.workflowId, workflow]));
  return document.workflows.map((workflow) => {
    const together = new Set([workflow]);
    for (const { dependsOn = [], steps } of together) {
      for (const id of [...dependsOn, ...steps.map((step) => step.workflowId ?? '')]) {
        const other = byId.get(id);
        if (other !== undefined) together.add(other);
      }
    }
    const part = scenarioOf(file, { ...document, workflows: [...together] });
    return { ...part, workflowIds: [workflow.workflowId] };
  });
}
