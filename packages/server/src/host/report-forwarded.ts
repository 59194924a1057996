import type { IncomingRequest } from '@understudy/kernel';
import {
  createInitialState,
  findControlTokenName,
  findRequestTenant,
  isControlPath,
  isInboxPath,
  type KernelContext,
  splitAddress,
  wallIsoInstant,
} from '@understudy/kernel/serving';
import type { ServerContext } from '../server-context.js';

/** The result of a request that another server handled. */
export interface ForwardedResult {
  readonly handedTo: string;
  readonly status: number;
  /** `X-Request-Id` of the response; undefined for the control plane. */
  readonly requestId: number | undefined;
  /** Milliseconds until the response began. */
  readonly milliseconds: number;
}

export function reportForwarded(
  server: ServerContext,
  request: IncomingRequest,
  { milliseconds, ...how }: ForwardedResult,
): void {
  const { watch, routes } = server;
  watch.forwarded.count({});
  if (watch.notify === undefined) return;
  const state = createInitialState(server, request);
  const found = routes.match(request.method, state.path);
  const route = found.kind === 'route' ? found.route : undefined;
  const simulator = route?.simulator ?? server.control;
  watch.notify({
    kind: 'request',
    traceparent: request.headers['traceparent'],
    time: wallIsoInstant(),
    sandbox: state.sandboxName,
    api: simulator.name,
    operationId: route?.operation.operationId,
    tenantId: findRequestTenant({ ...state, simulator, route }),
    token: findControlTokenName(state, route?.access),
    method: request.method,
    path: state.query === '' ? state.path : `${state.path}?${state.query}`,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    reason: undefined,
    note: undefined,
    findings: [],
    fault: undefined,
    ...how,
  });
}

/** Records a request whose client disconnected while sending the body. */
export function recordBrokenUpload(
  server: KernelContext,
  { method, url, origin, headers }: Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'>,
  received: number,
): void {
  const { sandbox: name } = splitAddress(url, origin);
  const sandbox = server.sandboxes.ready(name);
  const toInbox = isInboxPath(url);
  if (sandbox === undefined || (isControlPath(url) && !toInbox)) return;
  const declared = headers['content-length'];
  const of = declared === undefined ? '' : ` of ${declared}`;
  sandbox.journal.append({
    at: sandbox.clock.timestamp(),
    type: toInbox ? 'message' : 'request',
    cause: null,
    method,
    url,
    request: { headers, body: null },
    error: `The client disconnected after ${received}${of} bytes of the body; the request was not executed`,
  });
}
