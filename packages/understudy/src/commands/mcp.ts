import { createHttpTarget, createInProcessTarget } from '@understudy/conformance';
import type { ApiDefinition } from '@understudy/kernel';
import { Command } from 'commander';
import { type ChosenApis, chooseApis, listServedApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { Control } from '../control/control.js';
import type { SendControl } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { type ToolContext, toSandboxUrl } from '../mcp/tool-context.js';
import { startSimulators } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace } from '../workspace.js';
import { parseUrl } from './server-options.js';
import { waitUntilStopped } from './wait-until-stopped.js';

interface McpFlags {
  target?: string;
  clock?: string;
  at?: string;
  seed?: string;
  config?: string;
}

/** `understudy mcp`: serves the simulators to agents. */
export function createMcpCommand(): Command {
  return new Command('mcp')
    .description('Serve the simulators to an agent over the Model Context Protocol (stdio)')
    .argument('[api...]', 'APIs to start in this process (default: all)')
    .option('-t, --target <url>', 'use a running server instead; set its token in UNDERSTUDY_CONTROL_TOKEN', parseUrl)
    .option('--clock <mode>', 'manual (default), real or scaled:<factor>')
    .option('--at <instant>', 'initial clock time, ISO 8601')
    .option('--seed <name>', 'demo (default), empty, a seed file, or a snapshot file')
    .option('--config <file>', 'the configuration file (default: understudy.config.yaml)')
    .addHelpText(
      'after',
      '\nExample configuration of an agent:\n  {"command": "npx", "args": ["-y", "api-understudy", "mcp"]}',
    )
    .action(serve);
}

async function serve(names: string[], flags: McpFlags): Promise<void> {
  const own = (['clock', 'at', 'seed'] as const).find((name) => flags[name] !== undefined);
  if (flags.target !== undefined && own !== undefined) {
    throw new UsageError(`--${own} cannot be combined with --target, because a running server has its own`);
  }
  const apis = await chooseApis(names, await loadConfiguredApis(flags.config));
  const { serveMcp } = await import('../mcp/serve-mcp.js');
  const opened = open(apis, flags);
  const end = await serveMcp(opened.then(({ place }) => place));
  const failed = opened.then(() => new Promise<never>(() => {}));
  try {
    await Promise.race([waitUntilStopped(true), endOfInput(), failed]);
  } finally {
    await end();
    // Throws the reason if opening failed.
    await (await opened).close?.();
  }
}

/** A file or /dev/null ends without a close event, possibly before this call. */
function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdin.readableEnded) resolve();
    else process.stdin.once('end', resolve);
  });
}

interface Opened {
  readonly place: ToolContext;
  readonly close?: () => Promise<void>;
}

async function open(apis: ChosenApis, flags: McpFlags): Promise<Opened> {
  const known = {
    apis: listServedApis(apis).map(({ name }) => name),
    workspace: await loadWorkspace([], apis.known),
  };
  if (flags.target !== undefined) return { place: serverAt(flags.target, known) };
  return await inThisProcess(known, apis.chosen, flags);
}

type Known = Pick<ToolContext, 'apis' | 'workspace'>;

async function inThisProcess(
  known: Known,
  apis: readonly ApiDefinition[],
  { clock = 'manual', at, seed = 'demo' }: McpFlags,
): Promise<Opened> {
  const simulators = await startSimulators({
    apis,
    clock,
    seed,
    ...(at === undefined ? {} : { at }),
    // The protocol uses standard output.
    onDefect: ({ what, error }) => console.error(`defect in ${what}:`, error),
  });
  const { url } = simulators;
  const send = (address: string, init: RequestInit) => simulators.fetch(address, init);
  const place: ToolContext = {
    ...known,
    url,
    target: createInProcessTarget(simulators),
    fetch: send,
    control: controlBy(url, send),
  };
  return { place, close: () => simulators.close() };
}

function serverAt(url: string, known: Known): ToolContext {
  return { ...known, url, target: createHttpTarget(url), fetch, control: controlBy(url, sendOverHttp) };
}

function controlBy(url: string, send: SendControl): ToolContext['control'] {
  return (sandbox) => new Control(toSandboxUrl({ url }, sandbox), send);
}
