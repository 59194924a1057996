import type { RequestState } from './request-state.js';

/** The tenant that a request speaks for, from its headers as they came; undefined when it names none. */
export function requestTenant({ route, simulator, request, input, caller }: RequestState): string | undefined {
  if (route === undefined || simulator.tenantOf === undefined) return undefined;
  if (input !== undefined) return simulator.tenantOf(input.headers, caller);
  const headers: Record<string, string | undefined> = {};
  for (const { name, lowerName } of route.headers) headers[name] = request.headers[lowerName];
  return simulator.tenantOf(headers, caller);
}
