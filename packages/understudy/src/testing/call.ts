import type { RunningSimulators } from '../start-simulators.js';

/**
 * Sends a request such as `POST /products`. Objects are sent as JSON, and strings unchanged.
 *
 * @returns the response, with its body parsed if it is JSON
 */
export async function call(
  { fetch, url }: Pick<RunningSimulators, 'fetch' | 'url'>,
  line: string,
  body?: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
) {
  const [method = '', path = ''] = line.split(/ (.*)/s);
  const sent = Object.entries({ 'content-type': 'application/json', ...headers });
  const response = await fetch(`${url}${path}`, {
    method,
    headers: sent.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
