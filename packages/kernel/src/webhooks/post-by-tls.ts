import { request } from 'node:https';
import { wallTimeout } from '../clock.js';
import { isLoopback } from './refusal-of-receiver.js';

/**
 * POSTs by https with TLS 1.2 at least, whatever the process allows otherwise. Receivers on this machine may use a
 * certificate of their own making: nobody else gives them one.
 *
 * @returns the status; the body is not read
 * @throws Error with name `TimeoutError` when no answer has come in time
 */
export function postByTls(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutSeconds: number,
): Promise<number> {
  const signal = wallTimeout(timeoutSeconds * 1000);
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        minVersion: 'TLSv1.2',
        rejectUnauthorized: !isLoopback(new URL(url).hostname),
        agent: false,
        signal,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sending.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    sending.end(body);
  });
}
