import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { wallSleep } from '@understudy/kernel/serving';
import { endAnswer } from './end-answer.js';
import { sendProblem } from './send-response.js';

/** Marks a forwarded request: a server that gets it and does not serve the sandbox forwards it no further. */
export const forwardedMark = 'x-understudy-forwarded';

/** Milliseconds without an answer until it is checked who serves the sandbox, and from one check to the next. */
const betweenQuestions = 300;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface ForwardOptions {
  readonly url: string;
  readonly isServing: () => Promise<boolean>;
  readonly onAnswer: (answer: IncomingMessage) => void;
}

/**
 * Forwards a request and streams its response.
 * @param isServing whether that server still owns the sandbox, checked while waiting
 * @returns false if it was unreachable and can be retried
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  { url, isServing, onAnswer }: ForwardOptions,
): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const headers = [...withoutTrailer(request.rawHeaders), forwardedMark, '1'];
  const onward = send({ agent, hostname, port, method: request.method, path: url, headers });
  // A client that goes away here goes away there, too.
  response.on('close', () => onward.destroy());
  const connected = await new Promise<boolean>((resolve) => {
    onward.on('socket', (socket) => {
      if (!socket.connecting) resolve(true);
      else socket.once('connect', () => resolve(true));
    });
    onward.once('error', () => resolve(false));
  });
  if (!connected) return false;
  onward.on('error', () => {
    // A server can respond before it has read the whole body.
    if (!response.headersSent) unclear(response);
  });
  const watching = new AbortController();
  onward.on('close', () => {
    watching.abort();
    // The rest is read even though no one wants it, so that the connection can be used again.
    request.unpipe(onward);
    request.resume();
  });
  watch(onward, isServing, watching.signal).catch(() => onward.destroy());
  onward.on('response', (answer) => {
    watching.abort();
    onAnswer(answer);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    pipeline(answer, response, { end: false }).then(
      () => {
        // Nobody needs the rest of the body.
        if (!request.complete) onward.destroy();
        endAnswer(response);
      },
      () => response.destroy(),
    );
  });
  // Not ended with the other one: its sender still needs an answer.
  request.pipe(onward);
  return true;
}

/** Trailers go no further, and a client throws where some are announced of a body that has none. */
function withoutTrailer(raw: readonly string[]): string[] {
  return raw.filter((_text, index) => raw[index - (index % 2)]?.toLowerCase() !== 'trailer');
}

async function watch(onward: ClientRequest, isServing: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  await wallSleep(betweenQuestions, signal);
  while (!signal.aborted) {
    if (!(await isServing()) && !signal.aborted) onward.destroy();
    await wallSleep(betweenQuestions, signal);
  }
}

/** The server that serves the sandbox has gone, or stands still, and has not said what it has done. */
function unclear(response: ServerResponse): void {
  const detail =
    'The server of this sandbox was lost before it answered; what was asked for may have been done all the same';
  sendProblem(response, 504, `${detail}: look before you send it again`);
}

/** Nothing was sent on: the server that serves the sandbox has gone; another one will in some seconds. */
export function unavailable(response: ServerResponse): void {
  response.setHeader('retry-after', '1');
  sendProblem(response, 503, 'The server of this sandbox cannot be reached; send the request again in a moment');
}
