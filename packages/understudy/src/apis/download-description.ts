import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { createTimeoutSignal } from '@understudy/kernel/serving';

interface DownloadOptions {
  /** Rejects the URL without downloading anything. */
  readonly offline?: boolean;
  tell(line: string): void;
  /** Folder for the copies. Default: `understudy` in the user's cache folder. */
  readonly cache?: string;
  readonly mostBytes?: number;
  readonly timeoutMs?: number;
}

const mostRedirects = 5;

/**
 * Downloads an OpenAPI description. Redirects can lead to another host, but not to another protocol. If the server
 * cannot be reached or the description has not changed, the last downloaded copy is used.
 *
 * @returns path of the copy
 * @throws RangeError if downloads are disabled, the URL contains credentials, the server does not have the description,
 * or it is too large or too slow
 */
export async function downloadDescription(url: string, options: DownloadOptions): Promise<string> {
  const { cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'understudy') } = options;
  if (!URL.canParse(url)) throw new RangeError(`${url} is not a URL`);
  const { username, password, pathname } = new URL(url);
  if (username !== '' || password !== '')
    throw new RangeError(`${shown(url)} contains credentials; download the file yourself`);
  const folder = join(cache, createHash('sha256').update(url).digest('hex').slice(0, 24));
  const name =
    basename(pathname)
      .replace(/[^\w.-]/g, '-')
      .replace(/^\.+/, '')
      .slice(-100) || 'openapi';
  const file = join(folder, /\.(?:ya?ml|json)$/i.test(extname(name)) ? name : `${name}.yaml`);
  if (options.offline === true)
    throw new RangeError(
      `${shown(url)} is not fetched because of --offline; use a local file, such as ${file} if it exists`,
    );
  const tagFile = `${file}.etag`;
  const known = await readFile(tagFile, 'utf8').catch(() => undefined);
  try {
    const fetched = await fetchText(url, known, options);
    if (fetched === undefined) return file;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, fetched.text, { mode: 0o600 });
    await rename(`${file}.part`, file);
    await writeFile(tagFile, fetched.etag, { mode: 0o600 });
    return file;
  } catch (error) {
    if (error instanceof RangeError || known === undefined) throw asRangeError(url, error);
    options.tell(`${shown(url)} is unreachable; using the copy of the last download: ${file}`);
    return file;
  }
}

/** Downloads a text file. @returns undefined if the copy is still up to date */
async function fetchText(
  url: string,
  known: string | undefined,
  { tell, mostBytes = 32 * 2 ** 20, timeoutMs = 30_000 }: DownloadOptions,
): Promise<{ text: Uint8Array; etag: string } | undefined> {
  const signal = createTimeoutSignal(timeoutMs);
  let address = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    tell(`Fetching ${shown(address)} from ${new URL(address).host}`);
    const headers = {
      accept: 'application/yaml, application/json, text/*, */*',
      ...(known ? { 'if-none-match': known } : {}),
    };
    const response = await fetch(address, { headers, signal, redirect: 'manual' });
    if (response.status === 304 && known !== undefined) return undefined;
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) {
      if (!response.ok) throw new RangeError(`${shown(address)} responded with ${response.status}`);
      return { text: await readBounded(response, address, mostBytes), etag: response.headers.get('etag') ?? '' };
    }
    await response.body?.cancel();
    const next = new URL(location, address);
    if (next.protocol !== new URL(address).protocol)
      throw new RangeError(
        `${shown(address)} redirects to another protocol, ${shown(next.href)}; pass that URL to allow it`,
      );
    address = next.href;
  }
  throw new RangeError(`${shown(url)} redirects more than ${mostRedirects} times; use the final URL`);
}

async function readBounded(response: Response, url: string, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new RangeError(`${shown(url)} has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the URL without its query, which can contain a key. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function asRangeError(url: string, error: unknown): RangeError {
  if (error instanceof RangeError) return error;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RangeError(`Cannot download ${shown(url)}: ${reason}`, { cause: error });
}
