import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { exitCodes } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import type { InspectQuery, InspectResult, InspectView } from '@understudy/kernel/inspect';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ApiRegistry } from '../apis/apis.js';
import { renderPage } from '../inspect/figure-page.js';
import { renderSvg } from '../inspect/figure-svg.js';
import { formatFigures } from '../inspect/figure-text.js';
import { type InspectTarget, runWithControl, UnreachableError } from '../inspect/open-control.js';
import { writeSvg } from '../inspect/write-svg.js';
import { shouldUseColor } from '../log/should-use-color.js';
import { failWith } from '../usage-error.js';
import { createTargetOption } from './server-options.js';

interface InspectFlags extends InspectTarget {
  readonly json?: boolean;
  readonly ascii?: boolean;
  readonly width?: number;
  readonly [own: string]: unknown;
}

const ofServer =
  '\nSet UNDERSTUDY_CONTROL_TOKEN to the control token if the server requires one.\n\nExample:\n  understudy explain inspect';
const ofFile =
  '\nExit codes: 0 no fatal finding, 1 fatal findings, 2 the file cannot be read.\n\nExample:\n  understudy explain inspect';

function inspectViewCommand(api: string, view: InspectView): Command {
  const { name, summary, argument, looksAt, picture, json, draws, example } = view;
  const command = new Command(name).description(summary).argument(`<${argument.name}>`, argument.summary);
  for (const [option, { value, summary: what }] of Object.entries(view.options ?? {})) {
    command.option(`--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <${value}>`, what);
  }
  if (looksAt === 'server') withPlace(command);
  command.option(`--${picture.format} <file>`, picture.summary).option('--json', json);
  if (draws === true) command.option('--ascii', 'use only ASCII characters');
  if (looksAt === 'server') {
    command.option('--width <columns>', 'line width, 40 to 300 (default: the terminal width, or 80)', parseWidth);
  }
  return command
    .addHelpText('after', `${looksAt === 'server' ? ofServer : ofFile} ${name} ${example}`)
    .action((asked: string, flags: InspectFlags) => inspect(api, view, asked, flags));
}

function withPlace(command: Command): void {
  command
    .addOption(createTargetOption())
    .option('--sandbox <name>', 'sandbox of the server (default: default)')
    .addOption(new Option('--demo', 'show the demo data without a server').conflicts(['target', 'sandbox']));
}

async function inspect(api: string, view: InspectView, argument: string, flags: InspectFlags): Promise<void> {
  const look = await view.load();
  const options = Object.fromEntries(
    Object.keys(view.options ?? {}).map((name) => [name, textOf(flags[name])] as const),
  );
  const asked = { argument, options, bytes: () => readBytes(argument) };
  try {
    const looked =
      view.looksAt === 'file'
        ? await look({ ...asked, action: noServer })
        : await runWithControl(
            flags,
            (control) => look({ ...asked, action: (name, input) => control.action(api, name, input) }),
            api,
          );
    await tell(looked, view, flags);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = exitCodes.unreachable;
  }
}

async function tell(looked: InspectResult, { picture: { format } }: InspectView, flags: InspectFlags): Promise<void> {
  const { json = false, ascii = false, width } = flags;
  const color = shouldUseColor(process.stdout, process.env);
  const columns = Math.min(Math.max(process.stdout.columns ?? 80, 40), 200);
  if (json) console.log(stringifyJson(looked.json, 2));
  else {
    const screen = { width: width ?? Math.min(columns, 160), ascii, color };
    console.log([looked.title, ...looked.lines, ...formatFigures(looked.figures, screen)].join('\n').trimEnd());
  }
  const file = textOf(flags[format]);
  if (file !== undefined) {
    const { title, lines, figures } = looked;
    const written =
      format === 'svg'
        ? await writeSvg(file, renderSvg(figures, title, lines))
        : await writePage(file, renderPage(title, lines, figures));
    // Standard output is reserved for JSON.
    if (json || format === 'html') console.error(written);
    else console.log(`\n${written}`);
  }
  if (looked.faulty === true) process.exitCode = exitCodes.findings;
}

async function writePage(file: string, page: string): Promise<string> {
  await writeFile(file, page).catch(failWith(`Cannot write ${file}`));
  return `Wrote ${file}`;
}

async function readBytes(file: string): Promise<Uint8Array> {
  if (file === '-') {
    return await buffer(process.stdin);
  }
  return readFile(file).catch(failWith(`Cannot read ${file}`));
}

const noServer: InspectQuery['action'] = async (name) => {
  throw new Error(`${name} requires a server, but this view reads a file`);
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseWidth(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 40 || width > 300) {
    throw new InvalidArgumentError('It must be a whole number from 40 to 300.');
  }
  return width;
}

export function createInspectCommand(apis: ApiRegistry): Command {
  const command = new Command('inspect').description('Show the results that the simulators computed');
  for (const { name, inspect = [] } of apis.values()) {
    for (const view of inspect) command.addCommand(inspectViewCommand(name, view));
  }
  return command;
}
