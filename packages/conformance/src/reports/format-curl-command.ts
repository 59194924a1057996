import type { RedactedExchange } from '../results/exchange.js';

/** Formats a request as a curl command, with `$TOKEN` for a redacted bearer token and a note for a truncated body. */
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
    // Without a Content-Type, curl would send the body as a form.
    if (!Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type'))
      parts.push("-H 'Content-Type:'");
    // `--data-binary` would read a file if the text starts with @.
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
