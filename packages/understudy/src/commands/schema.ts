import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyJson } from '@understudy/contract';
import { Argument, Command } from 'commander';
import { publishedSchemas, readSchema, type SchemaName } from '../schemas/published-schemas.js';
import { failWith } from '../usage-error.js';

const names = Object.keys(publishedSchemas).filter((name): name is SchemaName => name in publishedSchemas);

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
