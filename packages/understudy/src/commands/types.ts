import { type ApiContract, suggestName } from '@understudy/contract';
import { Command } from 'commander';
import { isApiPackage, loadApi } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { UsageError } from '../usage-error.js';
import { loadContracts } from '../workspace.js';
import { writeOutput } from './write-output.js';

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
