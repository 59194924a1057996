import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { loadScenarios, type ScenarioFile } from '@understudy/conformance';
import {
  type ApiContract,
  createContract,
  type Ledger,
  loadDescription,
  loadFolderLedger,
  loadLedger,
} from '@understudy/contract';
import type { ApiDefinition, ResourcePath } from '@understudy/kernel';
import { type ApiRegistry, builtInApis } from './apis/apis.js';
import { allowedRefFolders } from './apis/load-api.js';
import { locateAsset, reinstallHint, resolvePlace } from './locate-asset.js';
import { UsageError } from './usage-error.js';

/** Descriptions, ledger and scenarios. */
export interface ScenarioWorkspace {
  readonly apis: ApiRegistry;
  readonly contracts: Map<string, ApiContract>;
  readonly ledger: Ledger;
  readonly files: ScenarioFile[];
}

// Built-in files do not change while a process runs, so they are read once.
const contractsThatComeAlong = once(() => readContracts([['control', 'specs/control'], ...contractsOf(builtInApis)]));
const ledgerThatComesAlong = once(() => loadLedger(locateAsset('specs')));
const scenariosThatComeAlong = once(() => readScenarios(['scenarios/control', ...scenariosOf(builtInApis)]));

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= read();
    return kept;
  };
}

/**
 * Loads descriptions, ledger and scenarios.
 *
 * @param files scenario files or folders that replace those of the APIs
 * @param which view of the descriptions to load
 * @throws ContractError for an invalid file
 */
export async function loadWorkspace(
  files: readonly string[] = [],
  apis = builtInApis,
  view: DescriptionView = 'served',
): Promise<ScenarioWorkspace> {
  // Checked before the parallel work starts, because an error must not leave it running.
  for (const name of ['specs', 'scenarios']) locateAsset(name);
  const others = othersAmong(apis);
  const [contracts, ledger, scenarios] = await Promise.all([
    loadContracts(apis, view),
    loadLedgers(others),
    files.length > 0
      ? loadScenarios({ files: [...files] })
      : Promise.all([scenariosThatComeAlong(), readScenarios(scenariosOf(others))]).then((parts) => parts.flat()),
  ]);
  return { apis, contracts, ledger, files: scenarios };
}

function othersAmong(apis: ApiRegistry): ApiRegistry {
  return new Map([...apis].filter(([name]) => !builtInApis.has(name)));
}

async function loadLedgers(others: ApiRegistry): Promise<Ledger> {
  const all = await Promise.all([
    ledgerThatComesAlong(),
    // Descriptions in one folder share its ledger.
    ...[...new Set(contractsOf(others).map(([, folder]) => resolvePlace(folder)))].map((folder) =>
      loadFolderLedger(folder),
    ),
  ]);
  return { claims: all.flatMap(({ claims }) => claims), gaps: all.flatMap(({ gaps }) => gaps) };
}

function contractsOf(apis: ApiRegistry): [string, ResourcePath][] {
  return [...apis].map(([name, { contract }]) => [name, contract]);
}

function scenariosOf(apis: ApiRegistry): ResourcePath[] {
  return [...apis.values()].flatMap(({ scenarios }) => scenarios ?? []);
}

async function readScenarios(places: readonly ResourcePath[]): Promise<ScenarioFile[]> {
  return await loadScenarios({ files: [...new Set(places.map((place) => shortPath(resolvePlace(place))))].sort() });
}

/** Returns a relative path if the file is in the working directory or a subfolder. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** A view of a description: as its simulator completed it, or as its author wrote it, to test a real server. */
type DescriptionView = 'served' | 'written';

/** Returns the view to test a target against. Only simulators in this process follow the completed description. */
export function viewForTarget(target: string | undefined): DescriptionView {
  return target === undefined || target === 'in-process' ? 'served' : 'written';
}

/** Loads the description of every API and of the control plane. @throws ContractError for an invalid description */
export async function loadContracts(
  apis = builtInApis,
  view: DescriptionView = 'served',
): Promise<Map<string, ApiContract>> {
  const others = othersAmong(apis);
  const described = await Promise.all(
    [...others.values()].map(async (api) => [api.name, await readView(api, view)] as const),
  );
  const known = described.filter((each): each is [string, ApiContract] => each[1] !== undefined);
  const rest = new Map([...others].filter(([, { describe }]) => describe === undefined));
  return new Map([...(await contractsThatComeAlong()), ...known, ...(await readContracts(contractsOf(rest)))]);
}

async function readView({ describe, written = describe }: ApiDefinition, view: DescriptionView) {
  return await (view === 'served' ? describe : written)?.();
}

async function readContracts(folders: readonly [string, ResourcePath][]): Promise<[string, ApiContract][]> {
  const described = folders.map(([name, folder]) => ({ name, file: join(resolvePlace(folder), 'openapi.yaml') }));
  const missing = described.flatMap(({ file }) => (existsSync(file) ? [] : [file]));
  if (missing.length > 0) throw new UsageError(`${missing.join(', ')} is missing; ${reinstallHint}`);
  return await Promise.all(
    described.map(async ({ name, file }): Promise<[string, ApiContract]> => {
      return [name, createContract(name, await loadDescription(file, [dirname(dirname(file)), ...allowedRefFolders]))];
    }),
  );
}
