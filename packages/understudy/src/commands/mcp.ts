import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createHttpTarget, createInProcessTarget } from '@understudy/conformance';
import { Command } from 'commander';
import { type ChosenApis, chooseApis, listServedApis } from '../apis/apis.js';
import { downloadDescription } from '../apis/download-description.js';
import { apiSources, loadDescribedApi } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { Control } from '../control/control.js';
import type { SendControl } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { type ToolContext, toSandboxUrl } from '../mcp/tool.js';
import { startSimulators } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace } from '../workspace.js';
import { explainListenError, parsePort, parseUrl } from './server-options.js';
import { waitUntilStopped } from './wait-until-stopped.js';

interface McpFlags {
  target?: string;
  clock?: string;
  at?: string;
  seed?: string;
  config?: string;
  http?: number;
  operations?: boolean;
}

export function createMcpCommand(): Command {
  return new Command('mcp')
    .description('Serve the simulators to an agent over the Model Context Protocol, by stdio or HTTP')
    .argument('[api...]', 'APIs to start in this process (default: all)')
    .option('-t, --target <url>', 'use a running server instead; set its token in UNDERSTUDY_CONTROL_TOKEN', parseUrl)
    .option('--clock <mode>', 'manual (default), real or scaled:<factor>')
    .option('--at <instant>', 'initial clock time, ISO 8601')
    .option('--seed <name>', 'demo (default), empty, a seed file, or a snapshot file')
    .option(
      '--http <port>',
      'serve HTTP on this port of 127.0.0.1 at /mcp, with the token in UNDERSTUDY_MCP_TOKEN or a generated one',
      parsePort,
    )
    .option('--operations', 'add a tool for each operation')
    .addHelpText(
      'after',
      '\nExample configuration of an agent:\n  {"command": "npx", "args": ["-y", "api-understudy", "mcp"]}\n  understudy mcp ./openapi.yaml --http 4011',
    )
    .action(serve);
}

async function serve(names: string[], flags: McpFlags): Promise<void> {
  const own = (['clock', 'at', 'seed'] as const).find((name) => flags[name] !== undefined);
  if (flags.target !== undefined && own !== undefined) {
    throw new UsageError(`--${own} cannot be combined with --target, because a running server has its own`);
  }
  const apis = await chooseApis(names, await loadConfiguredApis(flags.config));
  const opened = open(apis, flags);
  // Prevents an unhandled rejection: the end of this function reports a failure, which can be much later.
  opened.catch(() => {});
  if (flags.http !== undefined) return await serveOverHttp(opened, flags.http);
  // The tool list contains the operations, so wait for the APIs.
  if (flags.operations === true) await opened;
  const { serveMcp } = await import('../mcp/serve-mcp.js');
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

/** Waits for the end of standard input. A file or /dev/null ends without a close event, possibly before this call. */
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
  const hasOperationTools = flags.operations === true;
  if (flags.target !== undefined)
    return { place: { ...serverAt(flags.target, await loadKnown(apis)), hasOperationTools } };
  let current = { ...(await inThisProcess(apis, flags)), apis };
  const place: ToolContext = {
    ...current.place,
    hasOperationTools,
    async startDescription(description) {
      const file = /^https?:/.test(description)
        ? await downloadDescription(description, { tell: (line) => console.error(line) })
        : description;
      // Never load a package: an agent must not choose which code runs.
      const { known } = current.apis;
      const same = [...known.values()].find((each) => apiSources.get(each) === resolve(file));
      const api = same ?? (await loadDescribedApi(file));
      const wider = await chooseApis([...current.apis.chosen, api], known);
      const next = { ...(await inThisProcess(wider, flags)), apis: wider };
      await current.close();
      current = next;
      Object.assign(place, next.place);
      return api.name;
    },
  };
  return { place, close: () => current.close() };
}

type Known = Pick<ToolContext, 'apis' | 'workspace'>;

async function loadKnown(apis: ChosenApis): Promise<Known> {
  return { apis: listServedApis(apis).map(({ name }) => name), workspace: await loadWorkspace([], apis.known) };
}

async function inThisProcess(apis: ChosenApis, { clock = 'manual', at, seed = 'demo' }: McpFlags) {
  const known = await loadKnown(apis);
  const simulators = await startSimulators({
    apis: apis.chosen,
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

async function serveOverHttp(opened: Promise<Opened>, port: number): Promise<void> {
  const given = process.env['UNDERSTUDY_MCP_TOKEN'] ?? '';
  if (given !== '' && given.length < 16) throw new UsageError('UNDERSTUDY_MCP_TOKEN has fewer than 16 characters');
  const token = given || randomBytes(24).toString('base64url');
  const { serveMcpOverHttp } = await import('../mcp/serve-mcp-over-http.js');
  const { place, close } = await opened;
  const server = await serveMcpOverHttp(place, { port, token }).catch((error: unknown) => {
    throw explainListenError(error, { port, host: '127.0.0.1' }) ?? error;
  });
  const shown = given === '' ? token : '<UNDERSTUDY_MCP_TOKEN>';
  console.log(
    `Serving the Model Context Protocol at ${server.url}\nAuthorization: Bearer ${shown}\nPress Ctrl-C to stop.`,
  );
  await waitUntilStopped();
  server.close();
  await close?.();
}

function serverAt(url: string, known: Known): ToolContext {
  return { ...known, url, target: createHttpTarget(url), fetch, control: controlBy(url, sendOverHttp) };
}

function controlBy(url: string, send: SendControl): ToolContext['control'] {
  return (sandbox) => new Control(toSandboxUrl({ url }, sandbox), send);
}
