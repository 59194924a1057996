import { join, relative } from 'node:path';
import { escapeControlCharacters, formatScenario, recordConsumer, recordScenario } from '@understudy/conformance';
import { locateSource, writeYaml } from '@understudy/contract';
import { Command, InvalidArgumentError } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { locateAsset } from '../locate-asset.js';
import { loadWorkspace } from '../workspace.js';
import { defaultsOf, journalOf, parseName } from './record-scenario.js';
import { collectValues, createBaseUrlOption, createTargetOption } from './server-options.js';
import { readInput, writeOutput } from './write-output.js';

interface ConsumerFlags {
  target: string;
  api?: string[];
  baseUrl?: string[];
  reads?: Record<string, string[]>;
  folder: string;
  config?: string;
}

export function createConsumerCommand(): Command {
  return new Command('consumer')
    .description('Write the parts of an API that a consumer uses: a Pact file, a reduced description and a scenario')
    .argument('<name>', 'name of the consumer', parseName)
    .argument('[file]', 'its requests as an HTTP archive, or - for standard input (default: the journal of --target)')
    .addOption(createTargetOption())
    .option('--api <api>', 'only this API: a name or a description (repeatable; default: all)', collectValues)
    .addOption(createBaseUrlOption())
    .option(
      '--reads <operation:pointer>',
      'a response member that the consumer reads (repeatable; default: every member it received)',
      collectReads,
    )
    .option('--folder <folder>', 'write the files here', 'consumers')
    .addHelpText(
      'after',
      '\nRecord the tests of the consumer against a simulator, and commit the files. In the pipeline of the provider,\n"understudy test run --consumers <folder>" reports which consumers a change breaks.\n\nExample:\n  understudy learn consumer web --api ./shop.yaml --target http://127.0.0.1:4010/~web --reads listProducts:/items/*/name',
    )
    .action(writeConsumer);
}

async function writeConsumer(consumer: string, file: string | undefined, flags: ConsumerFlags): Promise<void> {
  const { known, chosen } = await chooseApis(flags.api ?? [], await loadConfiguredApis(flags.config));
  const workspace = await loadWorkspace([], known);
  const har = file === undefined ? await journalOf(flags) : await readInput(file);
  if (har === undefined) return;
  const { baseUrl: baseUrls, folder } = flags;
  const meant = new Set(chosen.map(({ name }) => name));
  const contracts = new Map([...workspace.contracts].filter(([api]) => meant.has(api)));
  const used = recordConsumer({ har, consumer, contracts, baseUrls, reads: flags.reads });
  const recorded = await recordScenario({
    ...{ har, baseUrls, contracts: workspace.contracts, apis: [...meant] },
    ...{ workflowId: consumer, defaults: defaultsOf(workspace) },
    urlOf: (source) => {
      if (used.some(({ api }) => api === source)) return `./${consumer}.${source}.openapi.yaml`;
      const contract = workspace.contracts.get(source);
      const own = contract === undefined ? undefined : locateSource(contract.document, '').file;
      return relative(folder, own ?? join(locateAsset('specs'), source, 'openapi.yaml')).replaceAll('\\', '/');
    },
  });
  for (const { api, operations, pact, slice } of used) {
    const path = join(folder, `${consumer}.${api}`);
    await writeOutput(`${path}.pact.json`, pact);
    await writeOutput(`${path}.openapi.yaml`, await writeYaml(slice));
    console.log(escapeControlCharacters(`${path}: uses ${operations.join(', ')}`));
  }
  await writeOutput(join(folder, `${consumer}.arazzo.yaml`), formatScenario(recorded, workspace.ledger));
  for (const { name, bytes } of recorded.files) await writeOutput(join(folder, name), bytes);
  for (const note of recorded.notes) console.error(escapeControlCharacters(`note: ${note}`));
}

function collectReads(given: string, earlier: Record<string, string[]> = {}): Record<string, string[]> {
  const [, operation, pointer] = /^([^:]+):(\/.*)$/.exec(given) ?? [];
  if (operation === undefined || pointer === undefined)
    throw new InvalidArgumentError('It must be <operation>:<pointer>, such as listProducts:/items/*/name.');
  return { ...earlier, [operation]: [...(earlier[operation] ?? []), pointer] };
}
