import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiContract, stringifyJson, suggestName } from '@understudy/contract';
import { Argument, Command } from 'commander';
import { isApiPackage, loadApi } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { publishedSchemas, readSchema, type SchemaName } from '../schemas/published-schemas.js';
import { failWith, UsageError } from '../usage-error.js';
import { loadContracts } from '../workspace.js';
import { writeOutput } from './write-output.js';

const names = Object.keys(publishedSchemas).filter((name): name is SchemaName => name in publishedSchemas);

export function createTypesCommand(): Command {
  return create('types', 'Generate TypeScript types for the operations of an API', async (contract) => {
    const { generateTypes } = await import('@understudy/proving');
    return generateTypes(contract);
  });
}

export function createClientCommand(): Command {
  const summary = 'Generate a typed client for the operations of an API: createClient(), without dependencies';
  return create('client', summary, async (contract) => {
    const { generateClient } = await import('@understudy/proving');
    return generateClient(contract);
  });
}

function create(name: string, summary: string, generate: (contract: ApiContract) => Promise<string>): Command {
  return new Command(name)
    .description(summary)
    .argument('<api>', 'OpenAPI description (2.0, 3.0 or 3.1, in JSON or YAML), or the name of an API')
    .option('--out <file>', 'write to this file instead of standard output')
    .action(async (api: string, { out }: { out?: string }) => {
      const text = await generate(await findContract(api));
      if (out === undefined) process.stdout.write(text);
      else await writeOutput(out, text);
    });
}

async function findContract(name: string): Promise<ApiContract> {
  const apis = await loadConfiguredApis();
  const api = apis.get(name) ?? (isApiPackage(name) ? await loadApi(name) : undefined);
  const contract = api && (await loadContracts(new Map([[api.name, api]]))).get(api.name);
  if (contract !== undefined) return contract;
  throw new UsageError(
    `There is no API "${name}". Available: ${[...apis.keys()].join(', ')}, or the path of an OpenAPI description.${suggestName(name, apis.keys())}`,
  );
}

export function createSchemaCommand(): Command {
  return new Command('schema')
    .description('Print the JSON Schema of a file that Understudy reads or writes')
    .addArgument(new Argument('[name]', 'the schema to print (default: list all names)').choices(names))
    .option('--out <folder>', 'write <name>.schema.json to this folder; all schemas if no name is given')
    .action(async (name: SchemaName | undefined, { out }: { out?: string }) => {
      if (out !== undefined) return await write(name === undefined ? names : [name], out);
      if (name !== undefined) return console.log(await textOf(name));
      const width = Math.max(...names.map(({ length }) => length));
      for (const each of names) console.log(`${each.padEnd(width)}  ${publishedSchemas[each].describes}`);
    });
}

async function write(chosen: readonly SchemaName[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(failWith(`--out: cannot create ${folder}`));
  for (const name of chosen) {
    const file = join(folder, `${name}.schema.json`);
    await writeFile(file, `${await textOf(name)}\n`);
    console.log(file);
  }
}

async function textOf(name: SchemaName): Promise<string> {
  return stringifyJson(await readSchema(name), 2);
}
