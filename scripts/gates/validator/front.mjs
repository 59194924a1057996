import { createServer } from 'node:http';
import { listen } from './listen.mjs';
import { readBody, sendTo } from './send-to.mjs';

const sandboxPrefix = /^\/~[^/?]*/;

/**
 * The address that the suite runs against. It hands requests on to the simulators, and every answer to the judge before
 * the suite gets it.
 */
export async function startFront(judge) {
  let upstream;

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      judge.report.violations.push(`${request.method} ${request.url}: ${error.message}`);
      response.destroy();
    });
  });

  async function serve(request, response) {
    const body = await readBody(request);
    const { method, url } = request;
    const incoming = await sendTo(`${upstream}${url}`, { method, headers: headersOf(request), body });
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
    const path = url.replace(sandboxPrefix, '') || '/';
    await judge.judge({ method, path, accept: request.headers.accept }, answer);
    response.end(isStream(incoming) ? undefined : answer.body);
  }

  return {
    url: await listen(server),
    /** Says where the simulators are; before that nothing can be served. */
    connect(url) {
      upstream = url;
    },
  };
}

function isStream({ headers }) {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

/** As they were sent, in their order and spelling. */
function headersOf({ rawHeaders }) {
  const headers = {};
  for (let index = 0; index < rawHeaders.length; index += 2) headers[rawHeaders[index]] = rawHeaders[index + 1];
  return headers;
}
