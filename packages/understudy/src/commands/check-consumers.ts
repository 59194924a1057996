import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diffContracts, type RunResult } from '@understudy/conformance';
import { type ApiContract, createContract, loadDescription } from '@understudy/contract';
import { failWith, UsageError } from '../usage-error.js';

/** The files that `understudy learn consumer` wrote for one consumer. */
interface Consumer {
  readonly name: string;
  readonly contracts: Map<string, ApiContract>;
  readonly scenario: string;
}

/** Loads the consumers in a folder. @throws UsageError if there are none */
export async function loadConsumers(folder: string): Promise<Consumer[]> {
  const files = (await readdir(folder).catch(failWith(`Cannot read ${folder}`))).sort();
  const consumers = new Map<string, Consumer>();
  for (const file of files) {
    const [, name, api] = /^([\w-]+)\.([\w-]+)\.openapi\.yaml$/.exec(file) ?? [];
    if (name === undefined || api === undefined) continue;
    const consumer = consumers.get(name) ?? {
      name,
      contracts: new Map(),
      scenario: join(folder, `${name}.arazzo.yaml`),
    };
    consumer.contracts.set(api, createContract(api, await loadDescription(join(folder, file))));
    consumers.set(name, consumer);
  }
  if (consumers.size === 0)
    throw new UsageError(
      `${folder} contains no <consumer>.<api>.openapi.yaml; write one with understudy learn consumer`,
    );
  return [...consumers.values()];
}

/**
 * Lists breaking changes for a consumer: changes in the descriptions, and failures of its scenario on a target.
 *
 * @param provider the current descriptions
 */
export function findBreakage(
  { name, contracts }: Consumer,
  provider: ReadonlyMap<string, ApiContract>,
  result: Pick<RunResult, 'causes' | 'workflows'> = { causes: [], workflows: [] },
): string[] {
  const changes = [...contracts].flatMap(([api, used]) => {
    const now = provider.get(api);
    if (now === undefined)
      throw new UsageError(
        `${name} uses the API "${api}". Name its description: understudy test run <description> --consumers`,
      );
    // The consumer has received each member of its description, even an optional one.
    return diffContracts(used, now).filter(
      ({ audience, severity, ruleId, pointer }) =>
        audience === 'consumers' && (severity === 'error' || (ruleId === 'response/removed' && pointer !== '')),
    );
  });
  const skipped = result.workflows.filter(({ outcome }) => outcome === 'skipped');
  return [
    ...changes.map(({ title, ruleId, fingerprint }) => `${title} [${ruleId} ${fingerprint}]`),
    ...result.causes.map(({ title }) => title),
    ...skipped.map(({ reason }) => `The scenario was skipped: ${reason}`),
  ];
}

/** Prints the result for each consumer. @returns whether any consumer breaks */
export function reportConsumers(
  problems: ReadonlyMap<string, readonly string[]>,
  write: (line: string) => void,
): boolean {
  for (const [name, own] of problems) {
    write(`${name}: ${own.length === 0 ? 'nothing breaks' : 'breaks'}.`);
    for (const problem of own) write(`  ${problem}`);
  }
  const isBroken = [...problems.values()].some((own) => own.length > 0);
  write(isBroken ? 'Do not deploy: at least one consumer breaks.' : `Deploy: no consumer of ${problems.size} breaks.`);
  return isBroken;
}
