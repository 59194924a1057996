import { stringifyJson } from '@understudy/contract';
import { readHar } from '../drift/har.js';
import { parseBodyValue } from '../recording/parse-body-value.js';
import { createRedactor } from '../redactor.js';
import { formatCurlCommand } from '../reports/format-curl-command.js';

/** The export formats of an archive. */
export const exportFormats = ['curl', 'postman', 'pact'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface ExportOptions {
  readonly format: ExportFormat;
  /** Names the collection, or the provider of a Pact file. */
  readonly title: string;
  /** The consumer of a Pact file, which expects types instead of the recorded values. */
  readonly consumer?: string;
  /** Called with each request whose body is missing from the archive. */
  lacks(request: string): void;
}

/**
 * Writes the requests of an HTTP archive in the format of another tool, without secrets.
 *
 * @param har text of the archive
 * @throws InvalidArchiveError if the text is not an archive
 */
export function exportArchive(har: string, { format, title, consumer, lacks }: ExportOptions): string {
  const redactor = createRedactor();
  const text = (bytes: Uint8Array | undefined): string => redactor.text(new TextDecoder().decode(bytes));
  const read = () =>
    readHar(har).entries.map((entry) => ({
      ...{ method: entry.method, url: redactor.text(entry.url), status: entry.status },
      ...{ sent: redactor.headers(entry.requestHeaders), received: redactor.headers(entry.responseHeaders) },
      ...{ body: text(entry.requestBody), answer: text(entry.responseBody) },
    }));
  // Read twice, because a value can occur before the location that identifies it as a secret.
  read();
  const calls = read();
  for (const { method, url, lostRequestBody } of readHar(har).entries)
    if (lostRequestBody === true) lacks(redactor.text(`${method} ${url}`));
  if (format === 'curl')
    return calls
      .map(({ method, url, sent, body }) => {
        const content = body === '' ? { bodyBytes: 0 } : { body, bodyBytes: body.length };
        const request = { method, url, headers: sent, ...content };
        return `${formatCurlCommand({ request, durationMilliseconds: 0, requestNotes: [] })}\n`;
      })
      .join('');
  const pairs = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }));
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const named = calls.map((call) => ({ ...call, name: `${call.method} ${new URL(call.url).pathname}` }));
  const item = named.map(({ name, method, url, sent, body, status, received, answer }) => ({
    name,
    request: { method, url, header: pairs(sent), ...(body === '' ? {} : { body: { mode: 'raw', raw: body } }) },
    response: [{ name: `${status}`, code: status, header: pairs(received), body: answer }],
  }));
  const type = (headers: Record<string, string>) =>
    headers['content-type'] === undefined ? {} : { headers: { 'Content-Type': headers['content-type'] } };
  const interactions = named.map(({ name, method, url, sent, body, status, received, answer }, index) => ({
    description: `${index + 1}: ${name}`,
    request: {
      ...{ method, path: new URL(url).pathname, query: toValueLists(new URL(url).searchParams) },
      ...{ ...type(sent), ...(body === '' ? {} : { body: parseBodyValue(body) }) },
    },
    response: {
      ...{ status, ...type(received), ...(answer === '' ? {} : { body: parseBodyValue(answer) }) },
      ...(consumer === undefined || answer === ''
        ? {}
        : { matchingRules: { body: { $: { matchers: [{ match: 'type' }] } } } }),
    },
  }));
  const metadata = { pactSpecification: { version: '3.0.0' } };
  const pact = { consumer: { name: consumer ?? 'client' }, provider: { name: title }, interactions, metadata };
  return `${stringifyJson(format === 'postman' ? { info: { name: title, schema }, item } : pact, 2)}\n`;
}

function toValueLists(query: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}
