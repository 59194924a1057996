import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, expect, it } from 'vitest';
import { call } from './testing/call.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';
import { createTraceReporter } from './trace-reporter.js';

const { start } = useResources();

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
afterAll(() => trace.disable());

it('continues the trace of a client through its request, the job and the webhook', async () => {
  const server = await start({ apis: ['inventory'], seed: 'demo', onEvent: await createTraceReporter() });
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const authorization = `Bearer ${await requestDemoToken(server)}`;
  const headers = { authorization, tenantId: 'demo', traceparent: `00-${traceId}-${spanId}-01` };
  exporter.reset();
  const webhook = { webhookUrl: `${server.url}/_sim/inbox/hook`, webhookApiKey: 'key' };
  const body = { parametersArray: [{ datasetId: 'cold-brew', frequency: 'D', horizon: 5 }], webhook };
  expect((await call(server, 'POST /io/start_trainer', body, headers)).status).toBeLessThan(300);
  await server.control.advance('PT1H');
  const [message] = await server.control.inbox('hook').messages();
  expect(message?.headers['traceparent']).toBe(headers.traceparent);
  const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
  expect(spans.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual(
    expect.arrayContaining([
      ['POST startTrainer', spanId],
      ['job inventory', spanId],
      ['webhook inventory', spanId],
    ]),
  );
  const ignored = await call(server, 'GET /io/health_check', undefined, { traceparent: 'not a context' });
  expect(ignored.status).toBe(200);
  expect(exporter.getFinishedSpans().at(-1)?.parentSpanContext).toBeUndefined();
});
