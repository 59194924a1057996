import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import {
  type Finding,
  type OpenApiDocument,
  type Operation,
  parseJson,
  stringifyJson,
  suggestName,
  writeYaml,
} from '@understudy/contract';
import { Command, InvalidArgumentError } from 'commander';
import { allowedRefFolders, isDescriptionFile } from '../apis/load-api.js';
import { createPackageFiles } from '../scaffold/package-files.js';
import type { FilesByPath, ScaffoldInput } from '../scaffold/scaffold.js';
import { createSourceFiles } from '../scaffold/source-files.js';
import { tryDrafts } from '../try-drafts.js';
import { UsageError } from '../usage-error.js';
import { understudyVersion } from '../version.js';
import { parseIds } from './server-options.js';

interface NewFlags {
  folder?: string;
  name?: string;
  operations?: string[];
}

/** Default number of handlers and maximum number of scenarios, which keep a package readable. */
const usually = { handlers: 1, scenarios: 100 };

export function createPackageCommand(): Command {
  return new Command('package')
    .description(
      'Create an API package from an OpenAPI description, with typed handlers, policies, errors, claims, scenarios, a mutation and a test',
    )
    .argument('<file>', 'OpenAPI description: 2.0, 3.0 or 3.1, in JSON or YAML')
    .option('--folder <path>', 'new or empty target folder (default: ./<name>-api)')
    .option('--name <name>', 'API name in lower case (default: from the file name or title)', parseName)
    .option(
      '--operations <ids>',
      'comma-separated operations that get a typed handler; the rest stays inferred (default: one)',
      parseIds,
    )
    .action(makeNew);
}

async function makeNew(file: string, flags: NewFlags): Promise<void> {
  if (!isDescriptionFile(file))
    throw new UsageError(`${file} must be an OpenAPI description: a .yaml, .yml or .json file`);
  const { describeApi } = await import('@understudy/described');
  const { draftScenarios } = await import('@understudy/proving');
  const warnings: Finding[] = [];
  const { api, explanation } = await describeApi(resolve(file), {
    ...(flags.name === undefined ? {} : { name: flags.name }),
    refFolders: allowedRefFolders,
    onWarning: (finding) => warnings.push(finding),
  });
  const contract = await api.describe?.();
  if (contract === undefined || contract.operations.size === 0)
    throw new UsageError(`${file} does not contain any operations`);
  const folder = resolve(flags.folder ?? `${api.name}-api`);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty; choose another folder with --folder`);
  }
  const chosen = choose([...contract.operations.values()], flags.operations, (id) =>
    explanation.operations.some((each) => each.operationId === id && each.does === 'create'),
  );
  const ids = [...contract.operations.keys()].slice(0, usually.scenarios);
  const tried = await tryDrafts(api, draftScenarios(contract, ids));
  const scaffold: ScaffoldInput = {
    name: api.name,
    title: explanation.title,
    contract,
    explained: explanation.operations,
    chosen,
    drafts: tried.drafts,
    version: understudyVersion,
  };
  await writeAll(folder, {
    ...createSourceFiles(scaffold),
    ...(await createPackageFiles(scaffold)),
    'contract/openapi.yaml': await descriptionOf(file, contract.document),
  });
  tellOf(folder, scaffold, warnings.length, tried.left);
}

function choose(
  operations: readonly Operation[],
  named: readonly string[] | undefined,
  isTelling: (operationId: string) => boolean,
): Operation[] {
  if (named === undefined) {
    const best = operations.find(({ operationId }) => isTelling(operationId)) ?? operations[0];
    return best === undefined ? [] : [best];
  }
  return [...new Set(named)].map((id) => {
    const found = operations.find(({ operationId }) => operationId === id);
    if (found !== undefined) return found;
    const known = operations.map(({ operationId }) => operationId);
    throw new UsageError(
      `Unknown operation "${id}".${suggestName(id, known)} Run understudy explain to list all operations.`,
    );
  });
}

/**
 * Returns the original text if the description is a single OpenAPI 3 YAML file, otherwise the normalized description.
 */
async function descriptionOf(file: string, document: OpenApiDocument): Promise<string> {
  const text = await readFile(file, 'utf8');
  const isWhole = /^openapi: *['"]?3\./m.test(text) && !/\$ref['"]?: *['"]?[^#'"\s]/.test(text);
  if (isWhole && !/\.json$/i.test(file)) return text;
  return await writeYaml(withoutAdded(document));
}

/** Removes the placeholder responses of undocumented operations. */
function withoutAdded(document: OpenApiDocument): unknown {
  return parseJson(
    stringifyJson(document, (_key, value) =>
      typeof value === 'object' && value !== null && Object.values(value).some(isAdded)
        ? Object.fromEntries(Object.entries(value).filter(([, member]) => !isAdded(member)))
        : value,
    ),
  );
}

function isAdded(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'x-understudy-added' in value;
}

async function writeAll(folder: string, files: FilesByPath): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
}

function tellOf(
  folder: string,
  { chosen, drafts, explained, name }: ScaffoldInput,
  warnings: number,
  left: readonly { operationId: string; why: string }[],
): void {
  const short = relative(process.cwd(), folder) || '.';
  const handlers = chosen.map(({ operationId }) => operationId).join(', ');
  console.log(
    `Created ${short}: ${handlers} with a handler, ${explained.length - chosen.length} more inferred; ${drafts.length} claims, each with a scenario.`,
  );
  for (const { operationId, why } of left) console.log(`  without a scenario: ${operationId}: ${why}`);
  if (explained.length > usually.scenarios)
    console.log(
      `  scenarios cover the first ${usually.scenarios} operations; for others: understudy learn suggest ${short} --operations <ids> --write`,
    );
  if (warnings > 0)
    console.log(`  ${warnings} unsupported parts; list them with: understudy explain ${short}/contract/openapi.yaml`);
  console.log(`\nNext:\n  cd ${short}\n  npm install\n  npm test\n  npx api-understudy start ${name}`);
}

function parseName(text: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(text))
    throw new InvalidArgumentError('It must contain only lower-case letters, digits and hyphens.');
  return text;
}
