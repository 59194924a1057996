import { type ExportFormat, escapeControlCharacters, exportArchive, exportFormats } from '@understudy/conformance';
import { Argument, Command } from 'commander';
import { readInput } from './write-output.js';

export function createExportCommand(): Command {
  return new Command('export')
    .description('Write the requests of an HTTP archive (HAR 1.2) in the format of another tool')
    .addArgument(new Argument('<format>', 'format to write').choices(exportFormats))
    .argument('[file]', 'HTTP archive, or - for standard input', '-')
    .option('--title <name>', 'name of the collection, or of the provider of a Pact file', 'API')
    .addHelpText(
      'after',
      '\nSecrets are replaced. For Arazzo, see understudy learn record-scenario; journals and runs can already be saved as HTTP archives.\n\nExample:\n  curl -s http://127.0.0.1:4010/_sim/journal.har | understudy convert export postman > calls.postman_collection.json',
    )
    .action(write);
}

async function write(format: ExportFormat, file: string, { title }: { title: string }): Promise<void> {
  const lacks = (request: string): void =>
    console.error(escapeControlCharacters(`note: the recorded body of ${request} is incomplete`));
  process.stdout.write(exportArchive(await readInput(file), { format, title, lacks }));
}
