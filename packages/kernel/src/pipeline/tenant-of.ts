import type { Exchange } from './exchange.js';

/** The tenant that a request speaks for, from its headers as they came; undefined when it names none. */
export function tenantOf({ operation, simulator, request, input, caller }: Exchange): string | undefined {
  if (operation === undefined) return undefined;
  if (input !== undefined) return simulator.tenantOf?.(input.headers, caller);
  const headers: Record<string, string | undefined> = {};
  for (const { name, in: place } of operation.parameters) {
    if (place === 'header') headers[name] = request.headers[name.toLowerCase()];
  }
  return simulator.tenantOf?.(headers, caller);
}
