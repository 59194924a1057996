import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';
import { createSimulatorHandlers } from './msw.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

const simulators = await start({ apis: ['inventory'] });

it('handles requests to a base URL in a sandbox in Node, including links and uploads', async () => {
  const sandbox = await simulators.control.sandboxes.create('mine');
  const server = setupServer(...createSimulatorHandlers(simulators, { baseUrl: 'https://api.example/v1', sandbox }));
  server.listen({ onUnhandledRequest: 'error' });
  try {
    const token = await requestDemoToken({ fetch, url: 'https://api.example/v1' });
    const headers = { authorization: `Bearer ${token}`, tenantId: 't1' };
    const presigned = await fetch('https://api.example/v1/io/presigned_url', { headers });
    const { url } = JSON.parse(await presigned.text());
    expect(url).toMatch(/^https:\/\/api\.example\/~mine\//);
    const upload = await fetch(url, { method: 'PUT', body: JSON.stringify({ datasets: [] }) });
    expect(upload.status).toBe(200);
    const seen = await sandbox.control.journal.list({ type: 'request' });
    expect(seen.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 200],
      ['GET', 200],
      ['PUT', 200],
    ]);
    const health = 'https://api.example/v1/io/health_check';
    server.use(http.get(health, () => HttpResponse.json({}, { status: 418 }), { once: true }));
    expect((await fetch(health)).status).toBe(418);
    await sandbox.control.faults.set([{ match: {}, effect: { reset: true } }]);
    await expect(fetch(health)).rejects.toThrow(TypeError);
  } finally {
    server.close();
  }
});

it('rejects a base URL that is not absolute', () => {
  expect(() => createSimulatorHandlers(simulators, { baseUrl: '/api' })).toThrow(
    'baseUrl must be an absolute http or https URL, but is "/api"',
  );
});
