// One request over a connection that is kept, cheap enough to send hundreds a second, and plain about broken answers.
import { Agent, request } from 'node:http';

// Idle connections end here long before the server ends them, so that none breaks while it is being used again.
const agent = new Agent({ keepAlive: true, maxSockets: 1000, timeout: 2000 });

/** How long an answer may take before it counts as hanging. */
const patience = 60_000;

/**
 * Sends a request; resolves with `{status, headers, text}`, or with `{broken: <code>}` when the connection broke and
 * with `{broken: 'hanging'}` when no answer came in a minute. Never rejects. `fresh` opens a connection for it alone.
 */
export function call(method, url, { headers = {}, body, fresh = false } = {}) {
  return new Promise((resolve) => {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(body);
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const sent = request(
      url,
      { method, agent: fresh ? false : agent, headers: { ...headers, ...length } },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', fail);
      },
    );
    const fail = (error) => resolve({ broken: error.code ?? error.message });
    sent.on('error', fail);
    // A timer of its own: the agent's is for connections that nobody uses.
    const limit = setTimeout(() => {
      resolve({ broken: 'hanging' });
      sent.destroy();
    }, patience);
    sent.on('close', () => clearTimeout(limit));
    sent.end(bytes);
  });
}

/** As {@link call}, with a value sent as JSON. */
export function callJson(method, url, value, headers = {}) {
  return call(method, url, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
}
