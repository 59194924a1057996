import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingRequest } from '@understudy/kernel';
import { type MemoryAccount, monotonicNowMs } from '@understudy/kernel/serving';
import type { Simulators } from '../simulators.js';
import { forwardedHeader, forwardRequest, sendOutcomeUnknown, sendUnavailable } from './forward-request.js';
import type { PeerLinks } from './peer-links.js';
import { type Received, receiveBody } from './receive-body.js';
import type { ResponseBatcher } from './response-batcher.js';

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

/** One for the remembered owner, one for the owner in the database, and one if it has changed in between. */
const maxAttempts = 3;

interface Parts {
  readonly simulators: Simulators;
  /** Connections to other servers. Undefined without a shared secret. */
  readonly peers: PeerLinks | undefined;
  readonly answers: ResponseBatcher;
  readonly uploads: MemoryAccount;
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
        // A deleted sandbox is gone before the response arrives.
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
