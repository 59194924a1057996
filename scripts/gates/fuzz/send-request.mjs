import { decodeBody } from '@understudy/contract';

const patience = 5000;

/**
 * Sends a request in process and reads the whole answer, or the beginning of one that has no end.
 *
 * @throws Error when no answer came in time
 */
export async function sendRequest(simulators, baseUrl, operation, request) {
  const path = pathOf(operation, request);
  const query = request.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const address = new URL(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`);
  const init = { method: operation.method, headers: request.headers, body: request.body };
  // The Fetch API has no GET with a body.
  if (init.method === 'GET') delete init.body;
  let timer;
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  try {
    const response = await Promise.race([simulators.fetch(address, init), tooLate]);
    const mediaType = response.headers.get('content-type') ?? undefined;
    const bytes = await Promise.race([readBody(response, mediaType), tooLate]);
    return {
      address,
      sentBody: init.body,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      mediaType,
      bytes,
      body: bodyOf(bytes, mediaType),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** The path with the values of the request in it. */
export function pathOf(operation, request) {
  const template = request.template ?? operation.path;
  return template.replaceAll(/\{([^}]+)\}/g, (_whole, name) => encodeURIComponent(request.path[name] ?? ''));
}

async function readBody(response, mediaType) {
  if (mediaType?.startsWith('text/event-stream') !== true) return new Uint8Array(await response.arrayBuffer());
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value;
}

function bodyOf(bytes, mediaType) {
  const decoded = decodeBody(bytes, mediaType);
  return 'value' in decoded ? decoded.value : new TextDecoder().decode(bytes);
}
