import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type ExportFormat,
  escapeControlCharacters,
  exitCodes,
  exportArchive,
  exportFormats,
} from '@understudy/conformance';
import { stringifyJson, toKebabCase } from '@understudy/contract';
import { type ImportOmission, type ImportResult, readForeignFiles, readImport, writeImport } from '@understudy/imports';
import { Argument, Command } from 'commander';
import { findConfigFile } from '../config/config.js';
import { UsageError } from '../usage-error.js';
import { readInput } from './write-output.js';

interface ImportFlags {
  folder?: string;
  name?: string;
  force?: boolean;
  strict?: boolean;
  json?: boolean;
}

export function createImportCommand(): Command {
  return new Command('import')
    .description('Import requests and stubs from another tool as a description, scenarios and rules')
    .argument('<file...>', 'files and folders of one project, or - for standard input')
    .option('--folder <path>', 'target folder, which must be empty or new (default: ./<name>)')
    .option('--name <name>', 'name of the API (default: the title of the project, or the file name)')
    .option('--force', 'overwrite the files of an earlier import')
    .option('--strict', 'exit with 1 if a part cannot be converted')
    .addHelpText(
      'after',
      '\nFormats, recognized by their content: Postman collections (2.0, 2.1) and environments, Insomnia exports (v4, v5),\nBruno folders, curl commands, WireMock mappings, Mockoon environments, MockServer expectations, Pact files (v1 to v4). For HTTP archives, use understudy learn.\nScripts never run. Unsupported parts are listed by name.\n\nExample:\n  understudy convert import shop.postman_collection.json staging.postman_environment.json --folder ./shop\n  understudy start ./shop',
    )
    .action(importFiles);
}

async function importFiles(paths: string[], flags: ImportFlags): Promise<void> {
  const omissions: ImportOmission[] = [];
  const files = new Map<string, Uint8Array>();
  for (const path of paths) {
    const isInput = path === '-';
    const read = isInput
      ? [['stdin', new TextEncoder().encode(await readInput(path))] as const]
      : await readForeignFiles(path, omissions);
    for (const [name, bytes] of read) files.set(files.has(name) ? `${path}/${name}` : name, bytes);
  }
  const isArchive = /^\s*\{\s*"log"\s*:/;
  if ([...files.values()].every((bytes) => isArchive.test(new TextDecoder().decode(bytes.subarray(0, 1000))))) {
    throw new UsageError(`An HTTP archive has the requests of an API. Use: understudy learn ${paths.join(' ')}`);
  }
  const imported = readImport(files, omissions);
  const title = flags.name ?? (imported.title || basename(paths[0] ?? '').replace(/\..*$/, ''));
  const name =
    toKebabCase(title)
      .slice(0, 40)
      .replace(/^[^a-z]+|-$/g, '') || 'imported';
  const folder = resolve(flags.folder ?? name);
  const written = await writeImport(imported, name);
  const isFilled = existsSync(folder) && readdirSync(folder).length > 0;
  const isImport = existsSync(findConfigFile(folder));
  if (isFilled && !(isImport && flags.force === true)) {
    const hint = isImport ? 'or overwrite the earlier import with --force' : 'such as one that does not exist';
    throw new UsageError(`The folder ${folder} is not empty. Choose another --folder, ${hint}`);
  }
  for (const [file, content] of Object.entries(written)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content, { flag: flags.force === true ? 'w' : 'wx' });
  }
  const [requests, stubs] = [imported.calls.length, imported.stubs.length];
  const result = { formats: [...imported.formats], requests, stubs, files: Object.keys(written), omissions };
  console.log(
    escapeControlCharacters(flags.json === true ? stringifyJson(result, 2) : summaryOf(imported, name, folder)),
  );
  if (flags.strict === true && omissions.some(({ isNote }) => isNote !== true)) process.exitCode = exitCodes.findings;
}

function summaryOf({ formats, calls, stubs, omissions, inputs }: ImportResult, name: string, folder: string): string {
  const lost = omissions.filter(({ isNote }) => isNote !== true);
  const short = relative(process.cwd(), folder) || '.';
  return [
    ...lost.map(({ place, what }) => `  ${place}: ${what}`),
    ...omissions.filter(({ isNote }) => isNote).map(({ place, what }) => `  note: ${place}: ${what}`),
    `${[...formats].join(', ')}: ${calls.length} requests, ${stubs.length} stubs; ${lost.length} parts are not carried over exactly.`,
    `\nNext:\n  understudy start ${short.startsWith('.') ? short : `./${short}`}`,
    ...(calls.length === 0
      ? []
      : [
          `  understudy test run --config ${short}/understudy.config.yaml --api ${name} --target http://127.0.0.1:4010${[...inputs].map((input) => ` --input ${input}=any`).join('')}`,
        ]),
  ].join('\n');
}

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
