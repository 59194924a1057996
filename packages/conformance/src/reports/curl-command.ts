import type { Exchange } from '../results/exchange.js';

/** A curl command that repeats a request. A redacted bearer token becomes `$TOKEN`; a body that was cut is named so. */
export function curlCommand({ request }: Exchange): string {
  const parts = ['curl -i'];
  if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  parts.push(quote(request.url));
  for (const [name, value] of Object.entries(request.headers)) {
    // curl sends a header without a value only when it ends in a semicolon.
    if (value === '') parts.push(`-H ${quote(`${name};`)}`);
    else if (value === 'Bearer [redacted]') parts.push(`-H "${name}: Bearer $TOKEN"`);
    else parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (request.body !== undefined) {
    // By itself curl would call a body a form.
    if (!Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type'))
      parts.push("-H 'Content-Type:'");
    // Not `--data-binary`, which takes a text that begins with @ for the name of a file.
    parts.push(
      request.body.endsWith('…')
        ? `--data-binary @body  # ${request.bodyBytes} bytes`
        : `--data-raw ${quote(request.body)}`,
    );
  }
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
