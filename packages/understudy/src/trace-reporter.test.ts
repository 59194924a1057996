import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, expect, it } from 'vitest';
import { startSimulators } from './start-simulators.js';
import { requestDemoToken } from './testing/demo-token.js';
import { createTraceReporter } from './trace-reporter.js';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
afterAll(() => trace.disable());

it('continues the trace of a client through its request, the job and the webhook', async () => {
  const server = await startSimulators({ apis: ['inventory'], seed: 'demo', onEvent: await createTraceReporter() });
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const headers = {
    authorization: `Bearer ${await requestDemoToken(server)}`,
    tenantId: 'demo',
    'content-type': 'application/json',
    traceparent: `00-${traceId}-${spanId}-01`,
  };
  exporter.reset();
  const body = JSON.stringify({
    parametersArray: [{ datasetId: 'cold-brew', frequency: 'D', horizon: 5 }],
    webhook: { webhookUrl: `${server.url}/_sim/inbox/hook`, webhookApiKey: 'key' },
  });
  const started = await server.fetch(`${server.url}/io/start_trainer`, { method: 'POST', headers, body });
  expect(started.status).toBeLessThan(300);
  await server.control.advance('PT1H');
  const { messages } = Object(await (await server.fetch(`${server.url}/_sim/inbox/hook/messages`)).json());
  expect(messages[0].headers.traceparent).toBe(headers.traceparent);
  const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
  expect(spans.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual(
    expect.arrayContaining([
      ['POST startTrainer', spanId],
      ['job inventory', spanId],
      ['webhook inventory', spanId],
    ]),
  );
  const ignored = await server.fetch(`${server.url}/io/health_check`, { headers: { traceparent: 'not a context' } });
  expect(ignored.status).toBe(200);
  expect(exporter.getFinishedSpans().at(-1)?.parentSpanContext).toBeUndefined();
  await server.close();
});
