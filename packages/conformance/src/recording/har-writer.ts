import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isObject, looksRandom, parseJson, stringifyJson } from '@understudy/contract';
import { createRedactor, type Redactor } from '../redactor.js';
import { toHarEntry } from '../reports/har-report.js';
import { wallClock } from '../wall-clock.js';
import { redactBody } from './redact-body.js';

interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** Size in bytes, as sent. */
  readonly size: number;
  /** The decompressed body; undefined if it is not recorded. */
  readonly body: Uint8Array | undefined;
}

/** A request and its response, as they were sent. */
export interface RecordedTraffic {
  readonly method: string;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly request: RecordedMessage;
  readonly response: (RecordedMessage & { readonly status: number }) | undefined;
  /** The reason why the exchange is incomplete. */
  readonly error: string | undefined;
}

/** Maximum number of characters waiting to be written. If the disk is too slow, further entries are dropped. */
const mostWaiting = 64 * 1024 * 1024;
/** Maximum file size in bytes that JSON parsers can read. */
const largestFile = 384 * 1024 * 1024;

/** Delay between writes in milliseconds. */
const betweenWrites = 100;

const end = '\n]}}\n';

/** Recorded text that looks like a secret, grouped by location. */
interface KeptText {
  /** Such as `response member session.blob`. */
  readonly place: string;
  /** The name to pass to `--redact`. */
  readonly name: string;
  /** The first request, without its query. */
  readonly first: string;
  count: number;
}

/** Maximum number of locations to list. */
const mostPlaces = 100;
const deepest = 12;
/** Names of random values that tests compare and that are not secrets. */
const compared =
  /(?:^|[._-]|[a-z])(?:id|ids|uuid|guid|e-?tag|hash|digest|checksum|md5|sha\d*|cursor|next|previous|after|before|traceparent|tracestate|nonce|kid|integrity)$|^(?:if-(?:none-)?match|location|link|host|user-agent|accept.*|via|date|age|content-.*|sec-.*|x-amz-cf-.*|cf-ray|server-timing)$|page-?token$/i;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : decoder.decode(bytes);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Writes traffic without secrets to an HTTP archive. The file is valid after each write and contains one entry per
 * line.
 */
export class HarWriter {
  readonly #redactor: Redactor;
  readonly #kept = new KeptTexts();
  #waiting: string[] = [];
  #size = 0;
  #writing: Promise<void> | undefined;
  #failure: unknown;
  readonly #closing = new AbortController();
  entries = 0;
  /** Number of entries dropped because the file or the memory was full. */
  dropped = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private position: number,
    names: readonly string[],
  ) {
    this.#redactor = createRedactor([], { names, isNumbered: true });
  }

  /**
   * Creates the file.
   *
   * @param names names of headers, members, parameters and fields whose values are secrets, in addition to the known ones
   * @throws Error if it exists or cannot be written
   */
  static async create(path: string, version: string, names: readonly string[] = []): Promise<HarWriter> {
    const file = await open(path, 'wx', 0o600);
    const log = stringifyJson({ log: { version: '1.2', creator: { name: 'understudy proxy', version }, entries: [] } });
    const { bytesWritten } = await file.write(log.slice(0, -3), 0);
    await file.write(end, bytesWritten);
    return new HarWriter(path, file, bytesWritten, names);
  }

  /** Texts in the file that look like secrets, by location. */
  get kept(): readonly KeptText[] {
    return this.#kept.places;
  }

  add(traffic: RecordedTraffic): void {
    const text = stringifyJson(this.#entryOf(traffic));
    if (this.#size + text.length > mostWaiting || this.position + this.#size + text.length > largestFile) {
      this.dropped += 1;
      return;
    }
    this.#waiting.push(`\n${this.entries === 0 ? '' : ','}${text}`);
    this.#size += text.length;
    this.entries += 1;
    this.#writing ??= this.#write();
  }

  /** Removes secrets that were recognized after they were written. @throws Error if the file could not be written */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
    await this.file.close();
    if (this.#failure !== undefined) throw this.#failure;
    const [copy, clean] = [`${this.path}.tmp`, await open(`${this.path}.tmp`, 'wx', 0o600)];
    const lines = createInterface({ input: createReadStream(this.path), crlfDelay: Number.POSITIVE_INFINITY });
    let separator = '';
    for await (const line of lines) {
      if (!/^,?\{"startedDateTime"/.test(line)) {
        await clean.write(`${line}\n`);
        continue;
      }
      const entry = this.#redactor.value(parseJson(line.replace(/^,/, '')));
      // A string is an entry that is not valid JSON after redaction.
      if (typeof entry === 'string') this.dropped += 1;
      else await clean.write(`${separator}${stringifyJson(entry)}\n`);
      if (typeof entry !== 'string') separator = ',';
    }
    await clean.close();
    await rename(copy, this.path);
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        // Writing each entry separately would cost more than its request.
        await wallClock.sleep(betweenWrites, this.#closing.signal);
        const text = this.#waiting.join('');
        this.#waiting = [];
        this.#size = 0;
        const { bytesWritten } = await this.file.write(`${text}${end}`, this.position);
        this.position += bytesWritten - end.length;
      }
    } catch (error) {
      this.#failure ??= error;
    }
    this.#writing = undefined;
  }

  #entryOf({ method, url, startedAt, milliseconds, request, response, error }: RecordedTraffic): object {
    if (response !== undefined)
      this.#redactor.issued({ method, url, requestBody: textOf(request.body), responseBody: textOf(response.body) });
    const sides = [request, ...(response === undefined ? [] : [response])].map(({ headers, size, body }) => ({
      headers: this.#redactor.headers({ ...headers }),
      bodyBytes: size,
      ...this.#bodyOf(body),
    }));
    const [sent = { headers: {}, bodyBytes: 0 }, received] = sides;
    const shown = this.#redactor.text(url);
    const message = ({ headers, body = '' }: typeof sent) => ({ method, url: shown, headers, body });
    this.#kept.add('request', message(sent));
    if (received !== undefined) this.#kept.add('response', message(received));
    const entry = toHarEntry(
      {
        request: { method, url: shown, ...sent },
        ...(received === undefined ? {} : { response: { status: response?.status ?? 0, ...received } }),
        ...(error === undefined ? {} : { error }),
        durationMilliseconds: milliseconds,
        requestNotes: [],
      },
      '',
      { startedAt: new Date(startedAt).toISOString() },
    );
    if (sent.encoding !== undefined && entry.request.postData !== undefined)
      Object.assign(entry.request.postData, { encoding: 'base64' });
    if (received?.encoding !== undefined) Object.assign(entry.response.content, { encoding: 'base64' });
    return entry;
  }

  /** Returns a text body unchanged, and binary bodies in base64. */
  #bodyOf(bytes: Uint8Array | undefined): { body?: string; encoding?: 'base64' } {
    if (bytes === undefined || bytes.length === 0) return {};
    const text = decoder.decode(bytes);
    if (!text.includes('\uFFFD')) return { body: this.#redactor.text(text) };
    const redacted = Buffer.from(redactBody(bytes, undefined, (part) => this.#redactor.text(part)));
    return { body: redacted.toString('base64'), encoding: 'base64' };
  }
}

/** Counts texts in redacted messages that still look like secrets, so that users can review them. */
class KeptTexts {
  readonly #places = new Map<string, KeptText>();

  get places(): readonly KeptText[] {
    return [...this.#places.values()];
  }

  add(side: 'request' | 'response', { method, url, headers, body }: Message): void {
    const [path = '', query = ''] = url.split('?');
    const note = (kind: string, name: string, value: string): void => {
      const last = name.slice(name.lastIndexOf('.') + 1);
      if (value.length < 20 || !looksRandom(value) || uuid.test(value) || compared.test(last)) return;
      if (/redacted/.test(value)) return;
      const place = `${side} ${kind} ${name}`;
      const known = this.#places.get(place);
      if (known !== undefined) known.count += 1;
      else if (this.#places.size < mostPlaces)
        this.#places.set(place, { place, name: last, first: `${method} ${path}`, count: 1 });
    };
    for (const [name, value] of Object.entries(headers)) note('header', name, value);
    if (side === 'request') for (const [name, value] of new URLSearchParams(query)) note('parameter', name, value);
    const walk = (name: string, value: unknown, depth: number): void => {
      if (typeof value === 'string') note('member', name, value);
      else if (depth > deepest) return;
      else if (Array.isArray(value)) for (const item of value) walk(name, item, depth + 1);
      else if (isObject(value))
        for (const [key, each] of Object.entries(value)) walk(name === '' ? key : `${name}.${key}`, each, depth + 1);
    };
    const json = parseKeptJson(body);
    if (json !== undefined) walk('', json, 0);
    else if (/^[\w.[\]%-]+=/.test(body))
      for (const [name, value] of new URLSearchParams(body)) note('field', name, value);
  }
}

function parseKeptJson(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
