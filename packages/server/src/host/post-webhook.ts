import { lookup } from 'node:dns';
import { Agent, type RequestOptions, request as requestByHttp } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '@understudy/kernel';
import { createTimeoutSignal, type WebhookHttpRequest } from '@understudy/kernel/serving';

/** Maximum bytes of a response body to read and discard. */
const maxResponseBytes = 1024 ** 2;

/** Keeps connections open, because receivers are called repeatedly. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends over HTTP, or over HTTPS with TLS 1.2 or later. Loopback receivers can use self-signed certificates.
 * @returns the status of the complete response
 * @throws TimeoutError
 */
export async function postWebhook(
  { url, headers, method }: WebhookHttpRequest,
  body: string | undefined,
  timeoutSeconds: number,
): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const secure = protocol === 'https:';
  const request = secure ? (await import('node:https')).request : requestByHttp;
  const transport = secure
    ? { minVersion: 'TLSv1.2', rejectUnauthorized: !isLoopback(hostname), agent: false }
    : { agent };
  const signal = createTimeoutSignal(timeoutSeconds * 1000);
  const options: RequestOptions = {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: findLoopback,
    signal,
    ...transport,
  };
  return await new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : error);
    const sending = request(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxResponseBytes) response.destroy(new Error(`its response exceeds ${maxResponseBytes} bytes`));
      });
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', fail);
    });
    sending.on('error', fail);
    sending.end(body);
  });
}

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves host names like `dns.lookup`, but always resolves `localhost` and names below it to this machine (RFC 6761,
 * section 6.3).
 */
const findLoopback: LookupFunction = (hostname, options, found) => {
  if (isIP(hostname) !== 0 || !isLoopback(hostname)) {
    lookup(hostname, options, found);
    return;
  }
  const [first] = loopback.filter(({ family }) => options.family !== 6 || family === 6);
  if (options.all === true) found(null, loopback);
  else found(null, first?.address ?? '127.0.0.1', first?.family ?? 4);
};
