import { stringifyJson, writeYaml } from '@understudy/contract';
import { Command } from 'commander';
import { ControlClient } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption } from './server-options.js';
import { writeOutput } from './write-output.js';

export function createSeedCommand(): Command {
  return new Command('seed')
    .description('Save the records of a described API as a file for start --seed')
    .argument('<api>', 'name of the API on the server')
    .argument('<file>', 'file to write: YAML or JSON, depending on the extension')
    .addOption(createTargetOption())
    .action((api: string, file: string, flags: { readonly target: string }) =>
      reportControlErrors(flags, () => write(api, file, flags.target)),
    );
}

async function write(api: string, file: string, target: string): Promise<void> {
  const calls = new ControlClient(`${target}/_sim`, sendOverHttp);
  const path = `/actions/${encodeURIComponent(api)}/seed`;
  const { data, omitted } = await calls.post<{ data: Record<string, unknown[]>; omitted: number }>(path, {});
  const seed = { [api]: data };
  await writeOutput(file, /\.ya?ml$/.test(file) ? await writeYaml(seed) : `${stringifyJson(seed, 2)}\n`);
  const count = Object.values(data).reduce((sum, records) => sum + records.length, 0);
  const left = omitted === 0 ? '' : `; ${omitted} records are too many and were left out`;
  console.log(`Wrote ${count} records of ${Object.keys(data).length} collections to ${file}${left}`);
}
