import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRecordingResponder, type RecordingResponder, type RunRecording } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { allowsOrigin, type CorsPolicy, createCorsHeaders, listExposedHeaders } from '@understudy/server';
import { readRecording } from '../recordings.js';
import { UsageError } from '../usage-error.js';
import { explainListenError } from './server-options.js';
import { waitUntilStopped } from './wait-until-stopped.js';

interface ServeFlags {
  port: number;
  host: string;
  publicUrl?: string;
  cors: CorsPolicy;
  json?: boolean;
}

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Public base URL for links in responses, behind a proxy. */
  readonly publicUrl?: string | undefined;
  readonly cors: CorsPolicy;
  /** Called for every request without a recorded response. */
  readonly onMiss?: (request: string) => void;
}

interface ServedRecording {
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /** The recorded requests, as `GET /path`. */
  readonly known: readonly string[];
  close(): Promise<void>;
}

/** Maximum body size in bytes, larger than any recorded request. */
const largestBody = 64 * 1024 * 1024;

/** Serves the recorded responses of an environment as a fake server: `start recording:<name>`. */
export async function serve([recording = '', ...others]: readonly string[], flags: ServeFlags): Promise<void> {
  if (others.length > 0) throw new UsageError(`A recording is served alone; omit ${others.join(' ')}`);
  const name = recording.slice('recording:'.length);
  const served = await serveOrExplain(name, flags);
  const stopped = waitUntilStopped();
  if (flags.json === true) console.log(stringifyJson({ ready: true, url: served.url, known: served.known }));
  else console.log(greeting(name, served));
  await stopped;
  await served.close();
}

async function serveOrExplain(name: string, flags: ServeFlags): Promise<ServedRecording> {
  const recording = await readRecording(name);
  try {
    return await serveRecording(name, recording, {
      ...flags,
      onMiss: (request) => console.error(`not recorded: ${request}`),
    });
  } catch (error) {
    throw explainListenError(error, flags) ?? error;
  }
}

function greeting(name: string, { url, known }: ServedRecording): string {
  return [
    `Serving recording ${name} at ${url} with ${known.length} methods and paths.`,
    ...known.slice(0, 20).map((line) => `  ${line}`),
    ...(known.length > 20 ? [`  and ${known.length - 20} more (--json lists them)`] : []),
    'Press Ctrl-C to stop.',
  ].join('\n');
}

/** Serves a recording as a fake server. Requests that were not recorded receive a 404 that lists recorded ones. */
async function serveRecording(name: string, recording: RunRecording, options: ServeOptions): Promise<ServedRecording> {
  const server = createServer((request, response) => {
    serveOn(name, answers, options, request, response).catch(() => response.destroy());
  });
  await once(server.listen(options.port, options.host), 'listening');
  const { port } = server.address() as AddressInfo;
  const host = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host;
  const url = options.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const answers = createRecordingResponder(recording, url);
  return {
    url,
    known: answers.known,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serveOn(
  name: string,
  answers: RecordingResponder,
  { cors, onMiss }: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const headers: Record<string, string> = {};
  for (const [key, value] of Object.entries(request.headers)) headers[key] = String(value);
  const { always, preflight } = allowsOrigin(cors, headers['origin'] ?? '')
    ? createCorsHeaders(headers)
    : { always: {} };
  if (method === 'OPTIONS' && preflight !== undefined) {
    response.writeHead(204, { ...always, ...preflight }).end();
    return;
  }
  const body = await bodyOf(request);
  const found = body === undefined ? undefined : answers.answer({ method, path, headers, body });
  if (body === undefined || found === undefined) {
    onMiss?.(`${method} ${path}`);
    const status = body === undefined ? 413 : 404;
    const detail =
      body === undefined
        ? `The body exceeds the limit of ${largestBody} bytes.`
        : `The recording ${name} has no response for ${method} ${path}. ${nearest(answers.known, method, path)}`;
    response.writeHead(status, { ...always, 'content-type': 'application/problem+json' });
    response.end(stringifyJson({ title: 'Not recorded', status, detail }));
  } else if ('error' in found) {
    // The recorded request did not receive a response either.
    response.destroy();
  } else {
    const exposed = { 'access-control-expose-headers': listExposedHeaders(Object.keys(found.headers)) };
    response.writeHead(found.status, { ...found.headers, ...always, ...('vary' in always ? exposed : {}) });
    response.end(found.body);
  }
}

/** Returns the recorded paths with the longest common prefix. */
function nearest(known: readonly string[], method: string, path: string): string {
  const asked = `${method} ${path}`;
  const agreed = (line: string): number => {
    const differs = [...line].findIndex((character, index) => asked[index] !== character);
    return differs === -1 ? line.length : differs;
  };
  const sorted = [...known].sort((one, other) => agreed(other) - agreed(one));
  return known.length === 0
    ? 'The recording is empty.'
    : `It has ${sorted.slice(0, 5).join(', ')}${sorted.length > 5 ? ', and so on' : ''}.`;
}

/** Reads the body. Returns `undefined` if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
