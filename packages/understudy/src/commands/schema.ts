import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { publishedSchemas, type SchemaName } from '../schemas/published-schemas.js';
import { readSchema } from '../schemas/read-schema.js';
import { WrongUse } from '../wrong-use.js';

const names = Object.keys(publishedSchemas).filter((name): name is SchemaName => name in publishedSchemas);

/** `understudy schema`: the JSON Schemas of files that people write, and of reports. */
export function schemaCommand(): Command {
  return new Command('schema')
    .description('Print the JSON Schema of a file that Understudy reads or writes, for an editor or a check')
    .addArgument(new Argument('[name]', 'the schema to print; without it their names are listed').choices(names))
    .option('--out <folder>', 'write <name>.schema.json into this folder; all of them without a name')
    .action(async (name: SchemaName | undefined, { out }: { out?: string }) => {
      if (out !== undefined) return await write(name === undefined ? names : [name], out);
      if (name !== undefined) return console.log(await textOf(name));
      const width = Math.max(...names.map(({ length }) => length));
      for (const each of names) console.log(`${each.padEnd(width)}  ${publishedSchemas[each].describes}`);
    });
}

async function write(chosen: readonly SchemaName[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new WrongUse(`--out: ${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  });
  for (const name of chosen) {
    const file = join(folder, `${name}.schema.json`);
    await writeFile(file, `${await textOf(name)}\n`);
    console.log(file);
  }
}

async function textOf(name: SchemaName): Promise<string> {
  return JSON.stringify(await readSchema(name), undefined, 2);
}
