import type { ClientRequest, IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { endResponse } from './end-response.js';

interface RelayHooks {
  /** @returns the headers and body to send to the client */
  onAnswer(answer: IncomingMessage): { readonly headers: readonly string[]; readonly body: Readable };
  /** Called if the other server is lost before it responds. */
  onLost(error: Error): void;
  /** True to forward interim responses, including `100 Continue`. */
  readonly passesInterim?: boolean;
  /** The body to send instead of the request's own body. */
  readonly body?: Readable;
}

/** Maximum interim responses per request. A server that sends more is trying to stall the request. */
const mostInterim = 100;

/**
 * Streams a request to another server and its response back, without storing either. If the other server disconnects,
 * the client is disconnected, too.
 */
export function relayResponse(
  request: IncomingMessage,
  response: ServerResponse,
  onward: ClientRequest,
  { onAnswer, onLost, passesInterim = false, body: sent = request }: RelayHooks,
): void {
  let isWaiting = passesInterim && request.headers.expect !== undefined;
  let interim = 0;
  onward.on('information', () => {
    interim += 1;
    if (interim > mostInterim) onward.destroy(new Error(`more than ${mostInterim} interim responses`));
  });
  if (passesInterim) {
    onward.on('information', (information) => {
      if (interim > mostInterim) return;
      if (information.statusCode === 100) isWaiting = false;
      if (request.httpVersion !== '1.0') writeInterim(response, information);
    });
  }
  onward.on('error', (error) => {
    if (!response.headersSent) onLost(error);
  });
  onward.on('close', () => {
    // Reads the rest of the body, so that the connection can be reused.
    sent.unpipe(onward);
    sent.resume();
  });
  onward.on('response', (answer) => {
    const { headers, body } = onAnswer(answer);
    // A client that is still waiting for `100 Continue` never sends its body.
    if (isWaiting) response.shouldKeepAlive = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...headers]);
    const breakOff = () => response.destroy();
    answer.on('error', breakOff);
    if (body !== answer) body.on('error', breakOff);
    body.on('end', () => {
      // The rest of the body is no longer needed.
      if (!request.complete) onward.destroy();
      addTrailers(response, answer.rawTrailers);
      if (isWaiting) response.end();
      else endResponse(response);
    });
    // `pipeline` would cost as much as all other steps together.
    body.pipe(response, { end: false });
  });
  sent.on('end', () => addTrailers(onward, request.rawTrailers));
  // An error does not end the response, because the client still needs one.
  sent.pipe(onward);
}

function addTrailers(message: ClientRequest | ServerResponse, raw: readonly string[]): void {
  if (raw.length > 0) message.addTrailers(pairsOf(raw));
}

function writeInterim({ socket }: ServerResponse, { statusCode, statusMessage, rawHeaders }: InformationEvent): void {
  socket?.write(formatMessageHead(`HTTP/1.1 ${statusCode} ${statusMessage}`, rawHeaders), 'latin1');
}

/** Formats the start line and headers of an HTTP/1.1 message. */
export function formatMessageHead(start: string, rawHeaders: readonly string[]): string {
  return `${[start, ...pairsOf(rawHeaders).map((pair) => pair.join(': '))].join('\r\n')}\r\n\r\n`;
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}
