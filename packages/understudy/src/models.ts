import { existsSync } from 'node:fs';
import { suggestName } from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import { readFileOption } from './overlays.js';
import { isInferredApi } from './seeds.js';
import { UsageError } from './usage-error.js';

/** Changed lines of behavior models by API. */
export type ModelsByApi = Readonly<Record<string, unknown>>;

export const modelHelp = '<file> or <api>=<file> (repeatable)';

/**
 * Reads the files of `--model`: `<api>=<file>`, or `<file>` if only one API is inferred from a description. Later files
 * for an API take precedence.
 *
 * @param apis the served APIs
 * @throws UsageError for a missing file, or a file whose API is not clear
 * @throws RangeError for an unknown API
 * @throws ContractError with file and line if a file is not a valid model
 */
export async function readModels(
  wishes: readonly string[] | undefined,
  apis: readonly ApiDefinition[],
): Promise<ModelsByApi> {
  if (wishes === undefined || wishes.length === 0) return {};
  const { combineChanges } = await import('@understudy/model');
  const described = apis.filter(isInferredApi).map(({ name }) => name);
  const models = new Map<string, Awaited<ReturnType<typeof readModel>>>();
  for (const wish of wishes) {
    const { api, file } = readFileOption(wish);
    const name = api ?? (described.length === 1 ? described[0] : undefined);
    if (name === undefined) throw new UsageError(withoutApi(file, described));
    checkName(name, apis);
    const [earlier, given] = [models.get(name), await readModel(file)];
    // A single file is not merged, so that errors contain its line numbers.
    models.set(name, earlier === undefined ? given : combineChanges(earlier, given));
  }
  return Object.fromEntries(models);
}

/** Reads the changed lines of a behavior model. @throws UsageError if there is no file @throws ContractError */
export async function readModel(file: string) {
  if (!existsSync(file)) throw new UsageError(`The model file ${file} does not exist`);
  // Loaded on demand: the module is large, and most commands do not need it.
  const { loadModel } = await import('@understudy/model');
  return await loadModel(file);
}

/**
 * Loads the `model` option of {@link startSimulators}: files, or their content.
 *
 * @throws RangeError for an unknown API, or an API that is not inferred from a description
 * @throws ContractError with file and line if a file is not a valid model
 */
export async function loadModels(
  models: ModelsByApi | undefined,
  apis: readonly ApiDefinition[],
): Promise<ModelsByApi> {
  const loaded = Object.entries(models ?? {}).map(async ([name, given]) => {
    checkName(name, apis);
    if (typeof given !== 'string') return [name, given] as const;
    return [name, await readModel(given)] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

function checkName(name: string, apis: readonly ApiDefinition[]): void {
  if (apis.some((api) => api.name === name)) return;
  const names = apis.filter(isInferredApi).map((api) => api.name);
  const available = names.length === 0 ? 'No API is made from a description.' : `Available: ${names.join(', ')}.`;
  throw new RangeError(`model: unknown API "${name}". ${available}${suggestName(name, names)}`);
}

function withoutApi(file: string, described: readonly string[]): string {
  const [first] = described;
  return first === undefined
    ? `${file} is a behavior model, but no API is made from a description. Name one, such as ./petstore.yaml`
    : `${file} does not name its API. Use <api>=${file}, such as ${first}=${file}`;
}
