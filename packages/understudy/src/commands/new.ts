import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { didYouMean, type Finding, type OpenApiDocument, type Operation, writeYaml } from '@understudy/contract';
import { Command, InvalidArgumentError } from 'commander';
import { isDescription, refFolders } from '../apis/load-api.js';
import { packageFiles } from '../scaffold/package-files.js';
import type { Files, Scaffold } from '../scaffold/scaffold.js';
import { sourceFiles } from '../scaffold/source-files.js';
import { tryDrafts } from '../suggest/try-drafts.js';
import { version } from '../version.js';
import { WrongUse } from '../wrong-use.js';

interface NewFlags {
  folder?: string;
  name?: string;
  operations?: string[];
}

/** Operations that get a handler where none is named, and scenarios at most: a package is to be read. */
const usually = { handlers: 1, scenarios: 100 };

/** `understudy new`: makes an API package from a description. */
export function newCommand(): Command {
  return new Command('new')
    .description(
      'Make an API package from an OpenAPI description: typed handlers for the operations chosen (the rest stays inferred), policies, errors, claims, scenarios from both sides, a planted deviation, a test',
    )
    .argument('<file>', 'OpenAPI description: 2.0, 3.0 or 3.1, in JSON or YAML')
    .option('--folder <path>', 'where it is made; it must not be there, or be empty (default: ./<name>-api)')
    .option('--name <name>', "the API's name, in lower case (default: from the file or its title)", parseName)
    .option(
      '--operations <ids>',
      'operations that get a handler of their own, separated by commas (default: one)',
      parseIds,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  understudy new ./petstore.yaml\n  understudy new ./petstore.yaml --operations addPet,deletePet --folder ./acme-pets',
    )
    .action(makeNew);
}

async function makeNew(file: string, flags: NewFlags): Promise<void> {
  if (!isDescription(file)) throw new WrongUse(`${file} must be a description: a .yaml, .yml or .json file`);
  const { describeApi, draftScenarios } = await import('@understudy/inferred-api');
  const warnings: Finding[] = [];
  const { api, explanation } = await describeApi(resolve(file), {
    ...(flags.name === undefined ? {} : { name: flags.name }),
    refFolders,
    onWarning: (finding) => warnings.push(finding),
  });
  const contract = await api.describe?.();
  if (contract === undefined || contract.operations.size === 0) throw new WrongUse(`${file} has no operation`);
  const folder = resolve(flags.folder ?? `${api.name}-api`);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new WrongUse(`${folder} is not empty, and nothing in it is written over; name another by --folder`);
  }
  const chosen = choose([...contract.operations.values()], flags.operations, (id) =>
    explanation.operations.some((each) => each.operationId === id && each.does === 'create'),
  );
  const ids = [...contract.operations.keys()].slice(0, usually.scenarios);
  const tried = await tryDrafts(api, draftScenarios(contract, ids));
  const scaffold: Scaffold = {
    name: api.name,
    title: explanation.title,
    contract,
    explained: explanation.operations,
    chosen,
    drafts: tried.drafts,
    version,
  };
  await writeAll(folder, {
    ...sourceFiles(scaffold),
    ...(await packageFiles(scaffold)),
    'contract/openapi.yaml': await descriptionOf(file, contract.document),
  });
  tellOf(folder, scaffold, warnings.length, tried.left);
}

/** @throws WrongUse when one of them is not there */
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
    throw new WrongUse(`There is no operation "${id}".${didYouMean(id, known)} understudy explain lists them all.`);
  });
}

/** The description as it is where one file of OpenAPI 3 in YAML says all; else as it is understood. */
async function descriptionOf(file: string, document: OpenApiDocument): Promise<string> {
  const text = await readFile(file, 'utf8');
  const isWhole = /^openapi: *['"]?3\./m.test(text) && !/\$ref['"]?: *['"]?[^#'"\s]/.test(text);
  if (isWhole && !/\.json$/i.test(file)) return text;
  return await writeYaml(withoutAdded(document));
}

/** Without the responses that stand for what is not described. */
function withoutAdded(document: OpenApiDocument): unknown {
  return JSON.parse(
    JSON.stringify(document, (_key, value) =>
      typeof value === 'object' && value !== null && Object.values(value).some(isAdded)
        ? Object.fromEntries(Object.entries(value).filter(([, member]) => !isAdded(member)))
        : value,
    ),
  );
}

function isAdded(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'x-understudy-added' in value;
}

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
}

function tellOf(
  folder: string,
  { chosen, drafts, explained, name }: Scaffold,
  warnings: number,
  left: readonly { operationId: string; why: string }[],
): void {
  const short = relative(process.cwd(), folder) || '.';
  const handlers = chosen.map(({ operationId }) => operationId).join(', ');
  console.log(
    `${short} is made: ${handlers} with a handler, ${explained.length - chosen.length} more inferred; ${drafts.length} claims, each with a scenario.`,
  );
  for (const { operationId, why } of left) console.log(`  without a scenario: ${operationId}: ${why}`);
  if (explained.length > usually.scenarios)
    console.log(
      `  the first ${usually.scenarios} operations have one; for others: understudy suggest ${short} --operations <ids> --write`,
    );
  if (warnings > 0)
    console.log(`  ${warnings} things in it cannot be honoured: understudy explain ${short}/contract/openapi.yaml`);
  console.log(`\nNext:\n  cd ${short}\n  npm install\n  npm test\n  npx api-understudy start ${name}`);
}

function parseName(text: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(text))
    throw new InvalidArgumentError('It must be lower-case letters, digits and hyphens.');
  return text;
}

function parseIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === '')) throw new InvalidArgumentError('It must be ids of operations, separated by commas.');
  return ids;
}
