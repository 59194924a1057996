import type { IncomingRequest } from '@understudy/kernel';
import {
  createInitialState,
  findControlTokenName,
  findRequestTenant,
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
