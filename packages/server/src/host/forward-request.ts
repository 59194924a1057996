import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { sleepRealTime } from '@understudy/kernel/serving';
import { relayResponse } from './relay.js';
import { sendProblem } from './send-response.js';

/** Header that prevents a request from being forwarded again. */
export const forwardedHeader = 'x-understudy-forwarded';

/** Milliseconds between checks of the owner while waiting. */
const betweenQuestions = 300;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface ForwardOptions {
  readonly url: string;
  readonly isServing: () => Promise<boolean>;
  readonly onAnswer: (answer: IncomingMessage) => void;
}

/**
 * Forwards a request and streams the response back.
 * @param isServing returns whether that server still owns the sandbox; called while waiting
 * @returns false if the server was unreachable and the request can be retried
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  { url, isServing, onAnswer }: ForwardOptions,
): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const headers = [...withoutTrailer(request.rawHeaders), forwardedHeader, '1'];
  const onward = send({ agent, hostname, port, method: request.method, path: url, headers });
  // Closes the forwarded request when the client disconnects.
  response.on('close', () => onward.destroy());
  const connected = await new Promise<boolean>((resolve) => {
    onward.on('socket', (socket) => {
      if (!socket.connecting) resolve(true);
      else socket.once('connect', () => resolve(true));
    });
    onward.once('error', () => resolve(false));
  });
  if (!connected) return false;
  const watching = new AbortController();
  onward.on('close', () => watching.abort());
  watch(onward, isServing, watching.signal).catch(() => onward.destroy());
  const onFirst = (answer: IncomingMessage) => {
    watching.abort();
    onAnswer(answer);
    return { headers: answer.rawHeaders, body: answer };
  };
  // A server can respond before it has read the whole body.
  relayResponse(request, response, onward, { onAnswer: onFirst, onLost: () => sendOutcomeUnknown(response) });
  return true;
}

/** Removes the `trailer` header, which the client would reject. */
function withoutTrailer(raw: readonly string[]): string[] {
  return raw.filter((_text, index) => raw[index - (index % 2)]?.toLowerCase() !== 'trailer');
}

async function watch(onward: ClientRequest, isServing: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  await sleepRealTime(betweenQuestions, signal);
  while (!signal.aborted) {
    if (!(await isServing()) && !signal.aborted) onward.destroy();
    await sleepRealTime(betweenQuestions, signal);
  }
}

/** Reports that the owner was lost before it responded. */
export function sendOutcomeUnknown(response: ServerResponse): void {
  const detail =
    'The server of this sandbox was lost before it answered; what was asked for may have been done all the same';
  sendProblem(response, 504, `${detail}: look before you send it again`);
}

/** Reports that nothing was sent. Another server takes over within a few seconds. */
export function sendUnavailable(response: ServerResponse): void {
  response.setHeader('retry-after', '1');
  sendProblem(response, 503, 'The server of this sandbox cannot be reached; send the request again in a moment');
}
