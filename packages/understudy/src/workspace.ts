import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { loadScenarios, type ScenarioFile } from '@understudy/conformance';
import { type ApiContract, createContract, type Ledger, loadDescription, loadLedger } from '@understudy/contract';
import type { Place } from '@understudy/kernel';
import { type Apis, apisThatComeAlong } from './apis/apis.js';
import { placeOf } from './apis/place-of.js';
import { locateAsset, restore } from './locate-asset.js';
import { WrongUse } from './wrong-use.js';

/** The contract that comes along: descriptions, ledger and scenarios. */
export interface Workspace {
  readonly apis: Apis;
  readonly contracts: Map<string, ApiContract>;
  readonly ledger: Ledger;
  readonly files: ScenarioFile[];
}

// What comes along does not change while a process runs: it is read once, and shared by all who ask for it.
const contractsThatComeAlong = once(readContracts);
const ledgerThatComesAlong = once(() => loadLedger(locateAsset('specs')));
const scenariosThatComeAlong = once(() => loadScenarios({ files: [shortPath(locateAsset('scenarios'))] }));

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
 * @param files scenario files, or folders of them, to use instead of those that come along
 * @throws ContractError when one of them cannot be read; the message names file and place
 */
export async function loadWorkspace(files: readonly string[] = []): Promise<Workspace> {
  // Looked for before anything is under way, which nobody would wait for.
  for (const name of ['specs', 'scenarios']) locateAsset(name);
  const [contracts, ledger, scenarios] = await Promise.all([
    loadContracts(),
    ledgerThatComesAlong(),
    files.length === 0 ? scenariosThatComeAlong() : loadScenarios({ files: [...files] }),
  ]);
  return { apis: apisThatComeAlong, contracts, ledger, files: [...scenarios] };
}

/** A path as it reads best from here: relative when it lies below the working directory. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short;
}

/**
 * The description of every API, and of the control plane.
 *
 * @throws WrongUse when one is not there
 * @throws ContractError when one cannot be read
 */
export async function loadContracts(): Promise<Map<string, ApiContract>> {
  return new Map(await contractsThatComeAlong());
}

async function readContracts(): Promise<[string, ApiContract][]> {
  const folders: [string, Place][] = [...apisThatComeAlong].map(([name, { contract }]) => [name, contract]);
  const described = [['control', 'specs/control'] as const, ...folders].map(
    ([name, folder]) => [name, join(placeOf(folder), 'openapi.yaml')] as const,
  );
  const missing = described.flatMap(([, file]) => (existsSync(file) ? [] : [file]));
  if (missing.length > 0) throw new WrongUse(`${missing.join(', ')} is missing; ${restore}`);
  return await Promise.all(
    described.map(
      async ([name, file]): Promise<[string, ApiContract]> => [name, createContract(name, await loadDescription(file))],
    ),
  );
}
