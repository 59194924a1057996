import autocannon from 'autocannon';
import { authorize, uploadDatasets } from '../clients/inventory-client.ts';
import { startObserved } from '../observe/start-observed.ts';
import { postBody } from './contenders.ts';

/** Number of clients, each with one request at a time. */
const clients = 200;

/**
 * Runs many clients on one server. Each client repeatedly reads a job, sends 1 KB, stores a record and checks the
 * health.
 *
 * @returns the 99th percentile of the response time and the longest computation that blocked the event loop, in
 *   milliseconds, and the requests per second. The longest computation does not depend on the machine's load
 */
export async function measureCrowd(seconds: number): Promise<{ p99: number; longest: number; rate: number }> {
  const server = await startObserved(['--port', '0', '--seed', 'empty']);
  try {
    const { url } = server;
    const headers = await authorize(url, 'crowd');
    const jobId = await uploadDatasets(url, headers, ['d1'], 1);
    const json = { 'content-type': 'application/json' };
    const user = { vendor_api_key: 'demo-vendor-key', email: 'ada@example.com', first_name: 'Ada' };
    const requests = [
      { method: 'GET', path: '/io/status', headers: { ...headers, jobId } },
      { method: 'POST', path: '/io/unsubscribe', headers: { ...headers, ...json }, body: postBody() },
      { method: 'POST', path: '/v1/users', headers: json, body: JSON.stringify(user) },
      { method: 'GET', path: '/io/health_check', headers: {} },
    ];
    const load = { url, connections: clients, requests };
    // The first seconds only warm up the JIT compiler.
    await autocannon({ ...load, duration: 2 });
    await server.ask('delay');
    const { latency, requests: sent, errors, non2xx } = await autocannon({ ...load, duration: seconds });
    if (errors + non2xx > 0) throw new Error(`${errors} requests failed, ${non2xx} responses were not 2xx`);
    const { cpu, max } = await server.ask('delay');
    return { p99: latency.p99, longest: cpu ?? max, rate: sent.average };
  } finally {
    await server.end('SIGTERM');
  }
}
