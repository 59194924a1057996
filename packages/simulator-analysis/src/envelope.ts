import { STATUS_CODES } from 'node:http';
import type { EnvelopeFacts, ErrorEnvelope, ErrorResult } from '@understudy/kernel';
import { analysisErrors } from './errors.js';
import type { AnalysisService } from './service.js';

/**
 * Creates the error body with six fields (analysis.error.schema). Errors of an upload are XML
 * (analysis.gap.upload-response).
 */
export function createAnalysisEnvelope(refusal: ErrorResult, { operationId, now, ids }: EnvelopeFacts): ErrorEnvelope {
  const uuid = ids.next('error');
  if (operationId === 'uploadData') return uploadEnvelope(refusal, uuid);
  return {
    mediaType: 'application/json',
    body: {
      error: STATUS_CODES[refusal.status] ?? 'Error',
      code: refusal.code,
      message: refusal.message,
      details: refusal.details ?? '',
      timestamp: now.toISOString(),
      error_uuid: uuid,
    },
  };
}

function uploadEnvelope({ code, message }: ErrorResult, uuid: string): ErrorEnvelope {
  const parts = { Code: camelCase(code), Message: message, RequestId: uuid };
  const elements = Object.entries(parts).map(([name, text]) => `<${name}>${escaped(text)}</${name}>`);
  return {
    mediaType: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements.join('')}</Error>`,
  };
}

/** `BAD_REQUEST` as `BadRequest`. A code in the storage's format stays unchanged. */
function camelCase(code: string): string {
  if (!/^[A-Z_]+$/.test(code)) return code;
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Checks that the scope of a token ends with the API's suffix, `<prefix>-<env>:<suffix>` (analysis.auth.scope-shape).
 */
export function checkScope({ scopeSuffix }: Pick<AnalysisService, 'scopeSuffix'>, scopes: readonly string[]) {
  if (scopes.some((scope) => scope.endsWith(`:${scopeSuffix}`))) return undefined;
  return analysisErrors.forbidden(
    `The access token is for scope ${scopes.join(' ')}; this API needs one that ends in ":${scopeSuffix}"`,
  );
}
