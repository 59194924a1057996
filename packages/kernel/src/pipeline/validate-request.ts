import { decodeBody, type Finding } from '@understudy/contract';
import type { FormPairs } from '../handlers.js';
import type { Exchange } from './exchange.js';

const noQuery = new URLSearchParams();

/**
 * Step 5: headers first, then the tenant's right, the size, and last path, query and body
 * (analysis.gap.check-order). The handler gets input that it need not check or cast.
 */
export function validateRequest(exchange: Exchange): void {
  const { operation, simulator, sandbox, request } = exchange;
  if (operation === undefined || sandbox === undefined) return;
  const { refusals } = simulator;
  const mediaType = mediaTypeOf(request.headers['content-type']);
  const limit = operation.extensions['x-max-body-bytes'];
  const tooLarge = typeof limit === 'number' && request.body.length > limit;
  const raw = operation.requestBody?.content['*/*'] !== undefined;
  const decoded = tooLarge || raw ? { value: undefined } : decode(request.body, mediaType);
  const value = 'value' in decoded ? decoded.value : undefined;
  const isForm = mediaType === 'application/x-www-form-urlencoded' && Array.isArray(value);

  const { input, findings } = operation.validateRequest({
    path: exchange.pathParameters,
    query: exchange.query === '' ? noQuery : new URLSearchParams(exchange.query),
    headers: request.headers,
    body: value,
    ...(mediaType === undefined ? {} : { mediaType }),
  });
  if (findings.length > 0) {
    const ofHeaders = findings.filter(({ pointer }) => pointer.startsWith('/headers'));
    if (ofHeaders.length > 0) {
      exchange.result = refusals.badRequest(ofHeaders);
      return;
    }
  }
  const tenantId = simulator.tenantOf?.(input.headers);
  const { caller } = exchange;
  if (tenantId !== undefined && caller?.tenants !== undefined && !caller.tenants.includes(tenantId)) {
    exchange.result = refusals.forbidden(`The client "${caller.clientId}" may not act for tenant "${tenantId}"`);
    return;
  }
  if (tooLarge) {
    exchange.result = refusals.payloadTooLarge(request.body.length, limit);
    return;
  }
  const others: Finding[] = 'finding' in decoded ? [decoded.finding] : findings;
  if (others.length > 0) {
    exchange.result = refusals.badRequest(others);
    return;
  }
  const body = raw ? request.body : isForm ? (value as FormPairs) : input.body;
  exchange.input = { ...input, body };
}

function decode(bytes: Uint8Array, mediaType: string | undefined): ReturnType<typeof decodeBody> {
  return bytes.length === 0 ? { value: undefined } : decodeBody(bytes, mediaType ?? 'application/json');
}

function mediaTypeOf(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  // Some clients cannot send a body without the header and send it empty instead.
  return mediaType === '' ? undefined : mediaType;
}
