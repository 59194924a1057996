import { type ApiContract, suggestName } from '@understudy/contract';
import { Command } from 'commander';
import { isApiPackage, loadApi } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { UsageError } from '../usage-error.js';
import { loadContracts } from '../workspace.js';
import { writeOutput } from './write-output.js';

export function createTypesCommand(): Command {
  return new Command('types')
    .description('Generate TypeScript types for the operations of an API, or a typed client')
    .argument('<api>', 'OpenAPI description (2.0, 3.0 or 3.1, in JSON or YAML), or the name of an API')
    .option('--client', 'also generate createClient(), a typed fetch without dependencies')
    .option('--out <file>', 'write to this file instead of standard output')
    .addHelpText(
      'after',
      `
Examples:
  understudy types ./petstore.yaml --out src/generated/types.ts
  understudy types ./petstore.yaml --client --out src/generated/petstore.ts
  understudy types inventory --client --out src/generated/inventory.ts`,
    )
    .action(async (name: string, { client, out }: { client?: boolean; out?: string }) => {
      const { generateClient, generateTypes } = await import('@understudy/proving');
      const contract = await findContract(name);
      const text = client === true ? generateClient(contract) : generateTypes(contract);
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
