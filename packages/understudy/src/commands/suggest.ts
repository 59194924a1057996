import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { escapeControlCharacters, type ScenarioFile, type Step } from '@understudy/conformance';
import { type ApiContract, locateSource, suggestName, writeYaml } from '@understudy/contract';
import { Command } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { resolvePlace } from '../locate-asset.js';
import { createScenarioDocument, type TriedDrafts, tryDrafts } from '../try-drafts.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace } from '../workspace.js';
import { parseIds } from './server-options.js';

interface SuggestFlags {
  operations?: string[];
  write?: boolean;
  config?: string;
}

export function createSuggestCommand(): Command {
  return new Command('suggest')
    .description('Propose a claim and a tested scenario for every API operation that has none')
    .argument('<api>', 'an API by name, an OpenAPI description, or a package or folder')
    .option('--operations <ids>', 'only these operations, comma-separated', parseIds)
    .option('--write', "write them to the API's folder instead of printing them")
    .addHelpText(
      'after',
      '\nExamples:\n  understudy learn suggest ./petstore.yaml\n  understudy learn suggest ./petstore.yaml --operations addPet,getPetById --write',
    )
    .action(suggest);
}

const fileName = 'suggested.arazzo.yaml';

async function suggest(name: string, { operations, write, config }: SuggestFlags): Promise<void> {
  const { known, chosen } = await chooseApis([name], await loadConfiguredApis(config));
  const [api] = chosen;
  if (api === undefined) throw new UsageError(`Unknown API "${name}"`);
  const { contracts, ledger, files } = await loadWorkspace([], known);
  const contract = contracts.get(api.name);
  if (contract === undefined) throw new UsageError(`${api.name} has no description`);
  for (const id of operations ?? []) {
    if (contract.operations.has(id)) continue;
    throw new UsageError(`${api.name} has no operation "${id}".${suggestName(id, contract.operations.keys())}`);
  }
  const untried = untriedOperations(contract, files).filter((id) => operations?.includes(id) ?? true);
  if (untried.length === 0) {
    console.error(`Every ${operations === undefined ? '' : 'selected '}operation of ${api.name} has a scenario.`);
    return;
  }
  const { draftScenarios } = await import('@understudy/proving');
  const taken = new Set([...ledger.claims, ...ledger.gaps].map(({ id }) => id));
  const drafts = draftScenarios(contract, untried).filter(({ claim }) => !taken.has(claim.id));
  const tried = await tryDrafts(api, drafts, (line) => console.error(line));
  const folder = resolvePlace(api.contract);
  const scenarios = api.scenarios === undefined ? join(folder, 'scenarios') : resolvePlace(api.scenarios);
  if (write === true) await writeDown(contract, tried, folder, scenarios);
  else console.log(await textOf(contract, tried));
  for (const { operationId, why } of tried.left)
    console.error(escapeControlCharacters(`skipped: ${operationId}: ${why}`));
  const word = write === true ? 'written' : 'proposed, tried on the simulator';
  const drafted = new Set(tried.drafts.map(({ operationId }) => operationId)).size;
  console.error(`${drafted} of ${untried.length} operations: a claim and a scenario each ${word}.`);
}

async function textOf(contract: ApiContract, { drafts }: TriedDrafts): Promise<string> {
  const claims = await writeYaml({ claims: drafts.map(({ claim }) => claim) });
  const document = await writeYaml(
    createScenarioDocument(drafts, { api: contract.name, url: `../${basename(fileOf(contract))}` }),
  );
  return `# claims.yaml\n${claims}---\n# scenarios/${fileName}\n${document}`;
}

/** Writes the suggestions. @throws UsageError if the scenario file already exists */
async function writeDown(
  contract: ApiContract,
  { drafts }: TriedDrafts,
  folder: string,
  scenarios: string,
): Promise<void> {
  const file = join(scenarios, fileName);
  if (existsSync(file)) throw new UsageError(`${file} already exists; rename it and try again`);
  if (drafts.length === 0) return;
  await mkdir(scenarios, { recursive: true });
  const description = relative(scenarios, join(folder, basename(fileOf(contract))));
  await writeFile(file, await writeYaml(createScenarioDocument(drafts, { api: contract.name, url: description })));
  const ledger = join(folder, 'claims.yaml');
  const claims = await writeYaml({ claims: drafts.map(({ claim }) => claim) });
  const hasClaims = existsSync(ledger) && /^claims:\s*$/m.test(await readFile(ledger, 'utf8'));
  if (hasClaims) await appendFile(ledger, claims.replace(/^claims:\n/, ''));
  else if (existsSync(ledger))
    throw new UsageError(`${ledger} must contain a block list "claims:" to which claims can be added`);
  else await writeFile(ledger, claims);
  console.error(`Wrote ${ledger} and ${file}.`);
}

function fileOf({ document }: ApiContract): string {
  return locateSource(document, '').file ?? 'openapi.yaml';
}

/** Returns the ids of the operations without a scenario step. */
function untriedOperations(contract: ApiContract, files: readonly ScenarioFile[]): string[] {
  const called = new Set(
    files.flatMap(({ document }) => document.workflows.flatMap(({ steps }) => steps.map(calledBy))),
  );
  return [...contract.operations.keys()].filter((id) => !called.has(`${contract.name}.${id}`));
}

/** Returns the API and operation that a step calls, joined by a dot. */
function calledBy({ operationId }: Step): string | undefined {
  return operationId?.replace(/^\$sourceDescriptions\./, '');
}
