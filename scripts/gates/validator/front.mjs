import { Agent, createServer, request as httpRequest } from 'node:http';
import { listen } from './listen.mjs';
import { exchangeHeader } from './replay.mjs';

const sandboxPrefix = /^\/~[^/?]*/;
const maxHeaderSize = 1_000_000;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** What Prism answers itself when the description has no such path or no such method. */
const outsideErrors = /prism\/errors#(NO_PATH_MATCHED_ERROR|NO_METHOD_MATCHED_ERROR|NO_SERVER_MATCHED_ERROR)/;

/**
 * The address that the suite runs against. It hands requests on to the simulators, and the answers to the validator of their
 * API, before the suite gets them.
 *
 * @param validators addresses by the name of the API
 */
export async function startFront({ replay, validators }) {
  const report = { answers: 0, outside: 0, violations: [] };
  const underWay = new Set();
  let upstream;

  const server = createServer(async (request, response) => {
    const done = serve(request, response).catch((error) => {
      report.violations.push(`${request.method} ${request.url}: ${error.message}`);
      response.destroy();
    });
    underWay.add(done);
    await done;
    underWay.delete(done);
  });

  async function serve(request, response) {
    const body = await read(request);
    const headers = Object.fromEntries(pairs(request.rawHeaders));
    const incoming = await send(`${upstream}${request.url}`, { method: request.method, headers, body });
    response.writeHead(incoming.statusCode, incoming.rawHeaders);
    const parts = [];
    incoming.on('data', (part) => {
      parts.push(part);
      // A stream of events has no end: it is passed on as it comes, and judged by what came.
      if (isStream(incoming)) response.write(part);
    });
    response.once('close', () => incoming.destroy());
    await new Promise((resolve) => incoming.once('close', resolve));
    const answer = { status: incoming.statusCode, headers: incoming.headers, body: Buffer.concat(parts) };
    await validate(request, answer);
    if (!isStream(incoming)) response.end(answer.body);
    else response.end();
  }

  async function validate({ method, url, headers }, answer) {
    const path = url.replace(sandboxPrefix, '') || '/';
    const validator = validators.get(apiOf(path));
    if (validator === undefined) return;
    const { accept = '*/*' } = headers;
    const sent = { method, headers: { accept, [exchangeHeader]: replay.keep(answer) } };
    const judged = await send(`${validator}${path}`, sent);
    const body = String(await read(judged));
    if (outsideErrors.test(body)) {
      report.outside++;
      return;
    }
    report.answers++;
    const found = JSON.parse(judged.headers['sl-violations'] ?? '[]').filter(
      ({ location }) => location[0] === 'response',
    );
    for (const { location, message } of found) {
      const shown = String(answer.body).slice(0, 500);
      report.violations.push(`${method} ${path} ${answer.status} at ${location.join('/')}: ${message}\n  ${shown}`);
    }
    if (judged.statusCode !== answer.status) {
      report.violations.push(
        `${method} ${path} ${answer.status}: Prism answers ${judged.statusCode} ${body.slice(0, 500)}`,
      );
    }
  }

  return {
    url: await listen(server),
    connect(url) {
      upstream = url;
    },
    async settled() {
      await Promise.all(underWay);
      return report;
    },
  };
}

/** The API whose description has the paths that begin like this one. */
function apiOf(path) {
  const [first, second] = path.split(/[/?]/).filter(Boolean);
  if (first === '_sim') return 'control';
  if (first === 'connect') return 'identity';
  return (first === '_uploads' ? second : first) === 'io' ? 'inventory' : undefined;
}

function send(url, { method, headers, body }) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    // The path goes out byte for byte.
    const path = url.slice(url.indexOf('/', 'http://'.length));
    const outgoing = httpRequest({ hostname, port, path, method, headers, agent, maxHeaderSize }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function isStream({ headers }) {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

async function read(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function* pairs(rawHeaders) {
  for (let index = 0; index < rawHeaders.length; index += 2) yield [rawHeaders[index], rawHeaders[index + 1]];
}
