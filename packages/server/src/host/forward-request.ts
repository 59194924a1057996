import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { setRealTimeAlarm } from '@understudy/kernel';
import {
  createOutcomeUnknownError,
  createUnavailableError,
  monotonicNowMs,
  sleepRealTime,
} from '@understudy/kernel/serving';
import { silenceLimitMs } from './peer-frames.js';
import { relayResponse } from './relay.js';
import { sendRefusal } from './send-response.js';

/** Header that prevents a request from being forwarded again. */
export const forwardedHeader = 'x-understudy-forwarded';

/** Milliseconds between checks of the other server while waiting, and within which it accepts a connection. */
const [betweenQuestions, connectTimeoutMs] = [300, 1000];

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface ForwardOptions {
  readonly url: string;
  /** Returns whether that server still owns the sandbox; called until it responds. */
  readonly isServing: () => Promise<boolean>;
  /** Returns whether that server responds to a ping; called until the end of the response. */
  readonly responds: () => Promise<boolean>;
  readonly onAnswer: (answer: IncomingMessage) => void;
}

/**
 * Forwards a request and streams the response back.
 * @returns false if the server was unreachable and the request can be retried
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  { url, onAnswer, ...checks }: ForwardOptions,
): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const headers = [...withoutTrailer(request.rawHeaders), forwardedHeader, '1'];
  const onward = send({ agent, hostname, port, method: request.method, path: url, headers });
  // Closes the forwarded request when the client disconnects.
  response.on('close', () => onward.destroy());
  const giveUp = setRealTimeAlarm(connectTimeoutMs, () => onward.destroy());
  const connected = await new Promise<boolean>((resolve) => {
    onward.on('socket', (socket) => {
      if (!socket.connecting) resolve(true);
      else socket.once('connect', () => resolve(true));
    });
    onward.once('error', () => resolve(false));
  });
  giveUp();
  if (!connected) return false;
  const watching = new AbortController();
  onward.on('close', () => watching.abort());
  watch(onward, checks, watching.signal).catch(() => onward.destroy());
  const onFirst = (answer: IncomingMessage) => {
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

/** Breaks off if that server is silent, or does not own the sandbox and has not responded. */
async function watch(
  onward: ClientRequest,
  { isServing, responds }: Pick<ForwardOptions, 'isServing' | 'responds'>,
  signal: AbortSignal,
): Promise<void> {
  let isWaiting = true;
  onward.once('response', () => {
    isWaiting = false;
  });
  let heardAt = monotonicNowMs();
  await sleepRealTime(betweenQuestions, signal);
  while (!signal.aborted) {
    if (await responds()) heardAt = monotonicNowMs();
    const isLost = monotonicNowMs() - heardAt > silenceLimitMs || (isWaiting && !(await isServing()) && isWaiting);
    if (isLost && !signal.aborted) onward.destroy();
    await sleepRealTime(betweenQuestions, signal);
  }
}

/** Reports that the owner was lost before it responded. */
export function sendOutcomeUnknown(response: ServerResponse): void {
  sendRefusal(response, createOutcomeUnknownError('The server of this sandbox was lost before it responded'));
}

/** Reports that nothing was sent. Another server takes over within a few seconds. */
export function sendUnavailable(response: ServerResponse): void {
  sendRefusal(response, createUnavailableError('The server of this sandbox cannot be reached'));
}
