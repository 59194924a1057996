import { Command } from 'commander';
import { isDescriptionFile, loadApi } from '../apis/load-api.js';
import { UsageError } from '../usage-error.js';
import { writeOutput } from './write-output.js';

/** `understudy types`: generates TypeScript types for the operations of an API. */
export function createTypesCommand(): Command {
  return new Command('types')
    .description('Generate TypeScript types for the operations of an OpenAPI description')
    .argument('<file>', 'OpenAPI description: 2.0, 3.0 or 3.1, in JSON or YAML')
    .option('--out <file>', 'write to this file instead of standard output')
    .addHelpText('after', '\nExample:\n  understudy types ./petstore.yaml --out src/generated/types.ts')
    .action(async (file: string, { out }: { out?: string }) => {
      if (!isDescriptionFile(file))
        throw new UsageError(`${file} must be an OpenAPI description: a .yaml, .yml or .json file`);
      const [{ generateTypes: typesOf }, api] = await Promise.all([import('@understudy/inferred-api'), loadApi(file)]);
      const contract = await api.describe?.();
      if (contract === undefined) throw new UsageError(`${file} does not describe an API`);
      if (out === undefined) process.stdout.write(typesOf(contract));
      else await writeOutput(out, typesOf(contract));
    });
}
