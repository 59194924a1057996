import type { RedactedExchange } from '../results/exchange.js';

/** Formats a request as a curl command, with `$TOKEN` for a redacted bearer token and a note for a truncated body. */
export function formatCurlCommand({ request }: RedactedExchange): string {
  const parts = ['curl -i'];
  if (request.method !== 'GET') parts.push(`-X ${word.test(request.method) ? request.method : quote(request.method)}`);
  parts.push(quote(request.url));
  for (const [name, value] of Object.entries(request.headers)) {
    // curl needs a semicolon to send a header without a value.
    if (value === '') parts.push(`-H ${quote(`${name};`)}`);
    else if (value === 'Bearer [redacted]' && word.test(name)) parts.push(`-H "${name}: Bearer $TOKEN"`);
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

const word = /^[\w-]+$/;

/** Characters that control a terminal, except line breaks and tabs. */
const obeyed = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Quotes a text for a shell. Terminal control characters are escaped with `$'...'`, which requires bash or zsh. */
function quote(text: string): string {
  if (text.search(obeyed) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll(/['\\]/g, '\\$&').replaceAll(obeyed, escapeCharacter)}'`;
}

/** Bytes in octal have a fixed length, unlike `\x1`, and work in every locale. */
function escapeCharacter(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
