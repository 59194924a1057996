import type { ServerEvent } from '@understudy/kernel';
import { parseTraceparent } from '@understudy/kernel/serving';
import { UsageError } from './usage-error.js';

/**
 * Creates OpenTelemetry spans for server events. Requests, jobs and webhook attempts continue the trace of the client
 * that sent `traceparent`. Spans go to the SDK registered in the process.
 *
 * @returns a listener for `onEvent`
 * @throws UsageError if `@opentelemetry/api` is not installed
 */
export async function createTraceReporter(): Promise<(event: ServerEvent) => void> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api').catch(() => {
    throw new UsageError('Traces require the OpenTelemetry API: npm install @opentelemetry/api@1.9.1');
  });
  const kinds = { request: SpanKind.SERVER, job: SpanKind.INTERNAL, delivery: SpanKind.CLIENT };
  return (event) => {
    const tracer = trace.getTracer('understudy');
    const remote = parseTraceparent(event.traceparent);
    const parent =
      remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
    const end = Date.parse(event.time);
    const startTime = event.kind === 'request' ? end - event.milliseconds : end;
    const span = tracer.startSpan(
      spanName(event),
      { kind: kinds[event.kind], startTime, attributes: attributesOf(event) },
      parent,
    );
    if (hasFailed(event)) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };
}

function spanName(event: ServerEvent): string {
  if (event.kind === 'request') return `${event.method} ${event.operationId ?? event.api}`;
  return event.kind === 'job' ? `job ${event.api}` : `webhook ${event.api}`;
}

function hasFailed(event: ServerEvent): boolean {
  if (event.kind === 'request') return event.status >= 500;
  return event.kind === 'delivery' && event.outcome !== 'delivered';
}

/** Returns the attributes of OpenTelemetry's semantic conventions for HTTP, and our own. */
function attributesOf(event: ServerEvent): Record<string, string | number> {
  const common = { 'understudy.sandbox': event.sandbox, 'understudy.api': event.api };
  if (event.kind === 'job') {
    return { ...common, 'understudy.job.id': event.jobId, 'understudy.job.status': event.status };
  }
  if (event.kind === 'delivery') {
    const status = event.status === undefined ? {} : { 'http.response.status_code': event.status };
    return {
      ...common,
      ...status,
      'http.request.method': 'POST',
      'url.full': event.url,
      'understudy.attempt': event.attempt,
    };
  }
  const operation = event.operationId === undefined ? {} : { 'understudy.operation': event.operationId };
  return {
    ...common,
    ...operation,
    'http.request.method': event.method,
    'http.response.status_code': event.status,
    'url.path': event.path.split('?', 1)[0] ?? '',
  };
}
