import { suggestName } from '@understudy/contract';
import type { CorsPolicy } from '@understudy/server';
import { InvalidArgumentError, Option } from 'commander';
import { numberHelps } from '../limits.js';
import { UsageError } from '../usage-error.js';

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

export function collectHosts(text: string, earlier: readonly string[] = []): string[] {
  for (const host of collectValues(text)) {
    const isOne = !host.includes('*') && URL.canParse(`http://${host}`);
    if (!isOne || new URL(`http://${host}`).hostname !== host.toLowerCase()) {
      throw new InvalidArgumentError('It must be a host name or an address, without a port.');
    }
  }
  return collectValues(text.toLowerCase(), earlier);
}

export function collectOrigins(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...collectValues(text).map(parseOrigin)];
}

export function parseCors(text: string, earlier?: CorsPolicy): CorsPolicy {
  if (text === 'any' || text === 'off') return text;
  return collectOrigins(text, typeof earlier === 'string' ? [] : earlier);
}

function parseOrigin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin === 'null' || new URL(text).origin !== text.replace(/\/$/, '')) {
    throw new InvalidArgumentError('It must be an origin, such as http://localhost:5173.');
  }
  return new URL(text).origin;
}

/** Collects one `--limit`: the name of a limit and a number. */
export function collectLimit(text: string, earlier: Readonly<Record<string, number>> = {}): Record<string, number> {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  if (Object.hasOwn(numberHelps, name)) return { ...earlier, [name]: parseCount(value) };
  const names = Object.keys(numberHelps);
  throw new InvalidArgumentError(
    `It must be <name>=<number> with one of ${names.join(', ')}.${suggestName(name, names)}`,
  );
}

/** Collects the values of a repeatable option, which can contain commas. */
export function collectText(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, text];
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
