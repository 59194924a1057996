import { existsSync } from 'node:fs';
import { type ExportFormat, escapeControlCharacters, exportArchive, exportFormats } from '@understudy/conformance';
import { Argument, Command } from 'commander';
import { UsageError } from '../usage-error.js';
import { readInput, writeOutput } from './write-output.js';

export function createExportCommand(): Command {
  return new Command('export')
    .description('Write the requests of an HTTP archive (HAR 1.2) in the format of another tool')
    .addArgument(new Argument('<format>', 'format to write').choices(exportFormats))
    .argument('[file]', 'HTTP archive, or - for standard input', '-')
    .option('--title <name>', 'name of the collection, or of the provider of a Pact file', 'API')
    .option('-o, --out <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite the file')
    .addHelpText(
      'after',
      '\nSecrets are replaced. For Arazzo, see understudy learn record-scenario; journals and runs can already be saved as HTTP archives.\n\nExample:\n  curl -s http://127.0.0.1:4010/_sim/journal.har | understudy convert export postman -o calls.postman_collection.json',
    )
    .action(write);
}

interface ExportFlags {
  title: string;
  out?: string;
  force?: boolean;
}

async function write(format: ExportFormat, file: string, { title, out, force }: ExportFlags): Promise<void> {
  if (out !== undefined && force !== true && existsSync(out))
    throw new UsageError(`${out} already exists; choose another file, or overwrite it with --force`);
  const lacks = (request: string): void =>
    console.error(escapeControlCharacters(`note: the recorded body of ${request} is incomplete`));
  const text = exportArchive(await readInput(file), { format, title, lacks });
  if (out === undefined) process.stdout.write(text);
  else await writeOutput(out, text);
}
