import type { RedactedExchange } from '../results/exchange.js';

/** A curl command that repeats a request, with `$TOKEN` for a redacted bearer token and a note for a truncated body. */
export function formatCurlCommand({ request }: RedactedExchange): string {
  const parts = ['curl -i'];
  if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  parts.push(quote(request.url));
  for (const [name, value] of Object.entries(request.headers)) {
    // curl needs a semicolon to send a header without a value.
    if (value === '') parts.push(`-H ${quote(`${name};`)}`);
    else if (value === 'Bearer [redacted]') parts.push(`-H "${name}: Bearer $TOKEN"`);
    else parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (request.body !== undefined) {
    // By itself curl would call a body a form.
    if (!Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type'))
      parts.push("-H 'Content-Type:'");
    // `--data-binary` would read a file for a text that starts with @.
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
