import type { Finding } from '@understudy/contract';
import { createIdGenerator } from '@understudy/kernel';
import { describe, expect, it } from 'vitest';
import { analysisErrors, createAnalysisEnvelope, uploadErrors } from './errors.js';

const finding = (pointer: string): Finding => ({
  ruleId: 'any',
  severity: 'error',
  message: `${pointer} is wrong`,
  pointer,
});

describe('a 400 error', () => {
  it('has the first finding as its message and the others as details', () => {
    const findings = ['/body/a', '/body/b', '/body/c'].map(finding);
    expect(analysisErrors.badRequest(findings)).toEqual({
      refused: true,
      status: 400,
      code: 'BAD_REQUEST',
      message: '/body/a is wrong',
      details: '/body/b is wrong; /body/c is wrong',
      findings,
    });
  });

  it('reports a missing tenant header before any other finding', () => {
    const findings = ['/headers/jobId', '/headers/tenantId'].map(finding);
    expect(analysisErrors.badRequest(findings)).toEqual({
      refused: true,
      status: 400,
      code: 'CLIENT_ID_MISSING',
      message: 'The header tenantId is missing or empty; name the tenant that the call is for',
      details: '/headers/jobId is wrong',
      findings,
    });
  });
});

describe('an injected status', () => {
  it.each([
    [400, 'BAD_REQUEST', undefined],
    [401, 'UNAUTHORIZED', { 'WWW-Authenticate': 'Bearer' }],
    [404, 'NOT_FOUND', undefined],
    [413, 'PAYLOAD_TOO_LARGE', undefined],
    [418, 'I_M_A_TEAPOT', undefined],
    [429, 'TOO_MANY_REQUESTS', { 'Retry-After': '1' }],
    [500, 'INTERNAL_SERVER_ERROR', undefined],
    [599, 'ERROR', undefined],
  ])('%i has the error code %s', (status, code, headers) => {
    expect(analysisErrors.injected(status)).toEqual({
      refused: true,
      status,
      code,
      message: `Status ${status} was injected on purpose, by the header Prefer or a fault rule`,
      ...(headers === undefined ? {} : { headers }),
    });
  });
});

describe('the error body', () => {
  const now = new Date('2026-01-15T23:59:59.999Z');
  const facts = (operationId?: string) => ({ operationId, now, ids: createIdGenerator('seed') });
  const uuid = createIdGenerator('seed').next('error');

  it('contains six fields', () => {
    expect(createAnalysisEnvelope(analysisErrors.forbidden('Not yours'), facts('getJobStatus'))).toEqual({
      mediaType: 'application/json',
      body: {
        error: 'Forbidden',
        code: 'FORBIDDEN',
        message: 'Not yours',
        details: '',
        timestamp: '2026-01-15T23:59:59.999Z',
        error_uuid: uuid,
      },
    });
  });

  it('is XML for an upload, with error codes like those of an object store', () => {
    const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
    expect(createAnalysisEnvelope(uploadErrors.expired(), facts('uploadData'))).toEqual({
      mediaType: 'application/xml',
      body: `${head}<Error><Code>AccessDenied</Code><Message>Request has expired; get a new presigned URL</Message><RequestId>${uuid}</RequestId></Error>`,
    });
    expect(createAnalysisEnvelope(analysisErrors.tokenRefused('<a> & b'), facts('uploadData')).body).toBe(
      `${head}<Error><Code>TokenInvalid</Code><Message>&lt;a&gt; &amp; b</Message><RequestId>${uuid}</RequestId></Error>`,
    );
  });
});
