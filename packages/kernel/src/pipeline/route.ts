import { isObject, type Operation } from '@understudy/contract';
import type { Simulator } from '../simulator.js';

/** The credentials that an operation requires. `own`: the API checks them. Handlers check API keys in other headers. */
type Access = 'open' | 'bearer' | 'optional-bearer' | 'own' | 'control';

export interface Route {
  readonly simulator: Simulator;
  readonly operation: Operation;
  readonly handler: Simulator['operations'][string];
  readonly access: Access;
  /** True if the operation belongs to the control plane. */
  readonly isControl: boolean;
  /** True if the operation receives inbox messages. */
  readonly isInbox: boolean;
  /** Maximum body size in bytes. */
  readonly mostBytes: number;
  /** True if the handler receives the unparsed body. */
  readonly isRaw: boolean;
  readonly headers: ReadonlyArray<{ readonly name: string; readonly lowerName: string }>;
}

interface RouteOptions {
  readonly isControl: boolean;
  readonly controlNeedsToken: boolean;
  /** Maximum size of an inbox message in bytes. */
  readonly messageBytes: number;
}

/** @throws Error if the operation has no handler */
export function createRoute(simulator: Simulator, operation: Operation, terms: RouteOptions): Route {
  const { operationId, requestBody, extensions, parameters } = operation;
  const handler = findHandler(simulator, operationId);
  const isInbox = terms.isControl && operationId.startsWith('receiveMessage');
  const documented = extensions['x-max-body-bytes'];
  const most = typeof documented === 'number' ? documented : Number.POSITIVE_INFINITY;
  return {
    simulator,
    operation,
    handler,
    access: accessOf(simulator, operation, terms),
    isControl: terms.isControl,
    isInbox,
    mostBytes: isInbox ? terms.messageBytes : most,
    isRaw: requestBody?.content['*/*'] !== undefined,
    headers: parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => ({ name, lowerName: name.toLowerCase() })),
  };
}

/** @throws Error if there is no handler */
export function findHandler({ name, operations }: Simulator, operationId: string): Route['handler'] {
  const handler = operations[operationId];
  if (handler === undefined) throw new Error(`${name} has no handler for ${operationId}`);
  return handler;
}

function accessOf({ contract, admit }: Simulator, { security }: Operation, terms: RouteOptions): Access {
  if (security.length === 0) return 'open';
  if (admit !== undefined) return 'own';
  if (terms.isControl) return terms.controlNeedsToken ? 'control' : 'open';
  const schemes = Object.entries(contract.document.components?.securitySchemes ?? {});
  const keys = new Set(
    schemes.filter(([, scheme]) => isObject(scheme) && scheme.type === 'apiKey').map(([name]) => name),
  );
  const byKey = security.every((requirement) => Object.keys(requirement).some((name) => keys.has(name)));
  if (byKey) return 'open';
  return security.some((requirement) => Object.keys(requirement).length === 0) ? 'optional-bearer' : 'bearer';
}
