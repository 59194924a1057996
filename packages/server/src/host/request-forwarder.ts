import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type IncomingRequest, setRealTimeAlarm } from '@understudy/kernel';
import {
  createOutcomeUnknownError,
  createUnavailableError,
  type MemoryAccount,
  monotonicNowMs,
  sleepRealTime,
} from '@understudy/kernel/serving';
import type { Simulators } from '../simulators.js';
import { silenceLimitMs } from './peer-frames.js';
import type { PeerLinks } from './peer-links.js';
import { type Received, receiveBody } from './receive-body.js';
import { relayResponse } from './relay.js';
import type { ResponseBatcher } from './response-batcher.js';
import { sendRefusal } from './send-response.js';

/** A request that this server handles itself. */
interface OwnRequest {
  readonly incoming: IncomingRequest;
  /** The body, if it has already been received. */
  readonly received: Received | undefined;
}

/**
 * Maximum size in bytes of a body that shares a connection with other requests. Larger bodies are streamed over a
 * separate connection.
 */
const sharedBody = 64 * 1024;

/** One attempt for the remembered owner, one for the owner in the database, and one if that owner has changed since. */
const maxAttempts = 3;

interface Parts {
  readonly simulators: Simulators;
  /** Connections to other servers. Undefined without a shared secret. */
  readonly peers: PeerLinks | undefined;
  readonly answers: ResponseBatcher;
  readonly uploads: MemoryAccount;
}

/** Header that prevents a request from being forwarded again. */
const forwardedHeader = 'x-understudy-forwarded';

/** Milliseconds between checks of the other server while waiting, and the timeout for connecting to it. */
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

/** Forwards requests to the server that owns their sandbox. */
export class RequestForwarder {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns undefined if the request has been handled */
  async forward(
    { headers, ...sent }: IncomingRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<OwnRequest | undefined> {
    const { simulators, peers, answers, uploads } = this.#parts;
    const { [forwardedHeader]: forwarded, ...own } = headers;
    const arrived = { ...sent, headers: forwarded === undefined ? headers : own };
    const begun = monotonicNowMs();
    const isShared = peers !== undefined && fitsSharedConnection(headers);
    let received: Received | undefined;
    let unreachable: string | undefined;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const isRemembered = isShared && forwarded === undefined && attempt === 0;
      const { address, url } = await simulators.locateOwner(arrived, { isRemembered });
      if (address === undefined) return { incoming: { ...arrived, url }, received };
      if (forwarded !== undefined || address === unreachable) break;
      const isServing = async () => {
        const now = await simulators.locateOwner(arrived);
        // A sandbox that the request deletes is gone before the response arrives.
        return now.isUnknown === true || now.url !== url || now.address === address;
      };
      const report = (status: number, id: string | undefined) =>
        simulators.reportForwarded(arrived, {
          handedTo: address,
          status,
          requestId: id === undefined ? undefined : Number(id),
          milliseconds: monotonicNowMs() - begun,
        });
      if (!isShared) {
        const onAnswer = ({ statusCode = 502, headers: answered }: IncomingMessage) =>
          report(statusCode, String(answered['x-request-id'] ?? '') || undefined);
        const responds = async () => peers === undefined || (await peers.responds(address));
        const options = { url, isServing, responds, onAnswer };
        if (await forwardRequest(request, response, address, options)) return undefined;
        continue;
      }
      if (headers['content-length'] !== undefined) received ??= await receiveBody(request, sharedBody, uploads);
      const body = received?.kind === 'whole' ? received.bytes : arrived.body;
      const broken = received?.kind === 'broken' ? { received: received.received } : {};
      const result = await peers.send(address, { ...arrived, url, ...broken }, body, isServing);
      if (typeof result === 'object') {
        report(result.status, result.headers['x-request-id']);
        answers.send(response, result);
        return undefined;
      }
      if (result === 'unreachable') unreachable = address;
      if (result === 'lost') {
        sendOutcomeUnknown(response);
        return undefined;
      }
    }
    sendUnavailable(response);
    return undefined;
  }
}

function fitsSharedConnection(headers: IncomingRequest['headers']): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= sharedBody;
}

/**
 * Forwards a request and streams the response back.
 * @returns false if the server was unreachable and the request can be retried
 */
async function forwardRequest(
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

/** Aborts the request if the other server is silent, or has not responded and no longer owns the sandbox. */
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
function sendOutcomeUnknown(response: ServerResponse): void {
  sendRefusal(response, createOutcomeUnknownError('The server of this sandbox was lost before it responded'));
}

/** Reports that the request was not sent. Another server takes over within a few seconds. */
function sendUnavailable(response: ServerResponse): void {
  sendRefusal(response, createUnavailableError('The server of this sandbox cannot be reached'));
}
