import { defaultMemoryLimits } from '@understudy/kernel';
import type { CorsPolicy } from '@understudy/server';
import { InvalidArgumentError, Option } from 'commander';
import { limitNames, limitOptions } from '../limits.js';
import { modelHelp } from '../models.js';
import { overlayHelp } from '../overlays.js';
import { UsageError } from '../usage-error.js';

/** Heading of the options that `--help` shows only with `--all`. */
export const advancedGroup = 'Access, limits, storage and several servers:';

export function createAllowRefFolderOption(): Option {
  return new Option(
    '--allow-ref-folder <folder>',
    'allow $refs in descriptions to point into this folder (default: only the folder of the description)',
  ).argParser(collectValues);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or higher.');
  return Number(text);
}

/** Parses a shard: `2/4` is the second of four. */
export function parseShard(text: string): { index: number; count: number } {
  const [, index, count] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index > count) {
    throw new InvalidArgumentError('Expected <shard>/<total>, such as 2/4.');
  }
  return { index, count };
}

/** Parses an absolute http or https URL and removes a trailing slash. */
export function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be an absolute http or https URL.');
  }
  return text.replace(/(?<!\/)\/+$/, '');
}

/** Collects the values of a repeatable or comma-separated option. */
export function collectValues(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...text.split(',').filter((part) => part !== '')];
}

export function parseIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === ''))
    throw new InvalidArgumentError('It must be a comma-separated list of operation ids.');
  return ids;
}

/** Rejects the first of the given APIs that is not known. */
export function requireKnown(given: readonly string[] = [], known: ReadonlyMap<string, unknown>): void {
  const unknown = given.find((api) => !known.has(api));
  if (unknown !== undefined)
    throw new UsageError(`Unknown API "${unknown}". Available: ${[...known.keys()].join(', ')}`);
}

export const createBaseUrlOption = () =>
  new Option('--base-url <url>', 'base URL of the API (repeatable; default: any host)').argParser(
    (given: string, earlier?: string[]) => [...(earlier ?? []), parseUrl(given)],
  );

export const createTargetOption = () =>
  new Option('-t, --target <url>', 'base URL of a running simulator')
    .argParser(parseUrl)
    .default('http://127.0.0.1:4010');

export const createPortOption = () =>
  new Option('-p, --port <number>', 'port, or 0 for a free one').argParser(parsePort).default(4010);

export const createHostOption = () => new Option('--host <address>', 'address to bind to').default('127.0.0.1');

export const createPublicUrlOption = () =>
  new Option('--public-url <url>', 'public base URL for links in responses, if the server is behind a proxy').argParser(
    parseUrl,
  );

export function collectHosts(text: string, earlier: readonly string[] = []): string[] {
  for (const host of collectValues(text)) {
    const isOne = !host.includes('*') && URL.canParse(`http://${host}`);
    if (!isOne || new URL(`http://${host}`).hostname !== host.toLowerCase()) {
      throw new InvalidArgumentError('It must be a host name or an address, without a port.');
    }
  }
  return collectValues(text.toLowerCase(), earlier);
}

function collectOrigins(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...collectValues(text).map(parseOrigin)];
}

function parseCors(text: string, earlier?: CorsPolicy): CorsPolicy {
  if (text === 'any' || text === 'off') return text;
  return collectOrigins(text, typeof earlier === 'string' ? [] : earlier);
}

function parseOrigin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin === 'null' || new URL(text).origin !== text.replace(/\/$/, '')) {
    throw new InvalidArgumentError('It must be an origin, such as http://localhost:5173.');
  }
  return new URL(text).origin;
}

export const createAllowHostOption = () =>
  new Option(
    '--allow-host <name>',
    'host name allowed to call the control plane, besides loopback (repeatable)',
  ).argParser(collectHosts);

export const createAllowOriginOption = () =>
  new Option('--allow-origin <origin>', 'origin allowed to call the control plane (repeatable)').argParser(
    collectOrigins,
  );

export const createOverlayOption = () =>
  new Option('--overlay <overlays>', `OpenAPI Overlays for the descriptions: ${overlayHelp}`).argParser(
    (file: string, earlier?: string[]) => [...(earlier ?? []), file],
  );

export const createModelOption = () =>
  new Option('--model <model>', `behavior model: ${modelHelp}`).argParser((file: string, earlier?: string[]) => [
    ...(earlier ?? []),
    file,
  ]);

export const createCorsOption = () =>
  new Option('--cors <who>', 'origins allowed to call the simulated APIs: any, off, or an origin (repeatable)')
    .argParser(parseCors)
    .default('any');

export const createAnnounceOption = () =>
  new Option(
    '--announce <url>',
    'with --data postgres://...: address of this server for other servers (default: its own address)',
  ).argParser(parseUrl);

export const createDurabilityOption = () =>
  new Option(
    '--durability <promise>',
    'with --data: which crashes stored data survives: of the process (normal), or of the machine (full, slower)',
  ).choices(['normal', 'full']);

export function createLimitOptions(): Option[] {
  return limitNames.map((name) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <number>`;
    return new Option(
      flag,
      `${limitOptions[name][1]} (default: ${defaultMemoryLimits[limitOptions[name][0]]})`,
    ).argParser(parseCount);
  });
}

/** Explains an error from `listen`. Returns `undefined` for other errors. */
export function explainListenError(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
): UsageError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const inUse = error instanceof Error && 'port' in error ? error.port : port;
    if (inUse !== port) return new UsageError(`Port ${inUse} on ${host} is in use; choose another with --control-port`);
    return new UsageError(`Port ${port} on ${host} is in use; choose another with --port, or use --port 0`);
  }
  if (code === 'EACCES') return new UsageError(`Port ${port} requires elevated privileges; use port 1024 or higher`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`This machine has no address ${host}; use 127.0.0.1, or 0.0.0.0 for all addresses`);
  }
  return undefined;
}
