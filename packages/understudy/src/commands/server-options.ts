import { InvalidArgumentError, Option } from 'commander';

/** Reads a port number, 0 to 65535. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}

/** Reads a whole number from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Reads an absolute http or https URL, without a slash at the end. */
export function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be an absolute http or https URL.');
  }
  return text.replace(/\/+$/, '');
}

/** Collects an option that may be given several times, or once with commas. */
export function collect(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...text.split(',').filter((part) => part !== '')];
}

export const portOption = () =>
  new Option('-p, --port <number>', 'port to listen on; 0 picks a free one').argParser(parsePort).default(4010);

export const hostOption = () => new Option('--host <address>', 'address to bind to').default('127.0.0.1');

export const publicUrlOption = () =>
  new Option('--public-url <url>', 'address that links in answers carry, when a proxy stands in front').argParser(
    parseUrl,
  );
