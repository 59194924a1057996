// Several servers on one database behind a proxy, as processes: runs the whole suite through the proxy, with every
// sandbox used by all servers, and checks that a sandbox whose server is killed continues its scheduled work.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { callJson } from '../clients/call.ts';
import { authorize, expectStatus, uploadDatasets } from '../clients/inventory-client.ts';
import { listen } from '../clients/listen.ts';
import { GateFailed, mustRunCli } from '../gate.ts';
import type { ManagedProcess } from '../managed-process.ts';
import { prove } from '../testing/prove.ts';
import { hasWorkers, startTopology, type Topology } from '../topology/start-topology.ts';

const [servers, workers] = [3, 2];

prove('passes the suite on three servers, and continues if one is killed', { seconds: 900 }, async () => {
  const parts = { servers, workers: hasWorkers() ? workers : 0 };
  const topology = await startTopology({ ...parts, serverArguments: ['--seed', 'empty'] });
  try {
    const { url } = topology;
    await mustRunCli('test', 'coverage', '--target', url);
    const touched = await forwardedShare(topology);
    const woken = await wakesWhatWasKilled(topology);
    if (topology.complaints() !== '') throw new GateFailed(topology.complaints());
    return `green through a proxy over ${servers} servers and ${topology.workers.length} workers, ${touched}; ${woken}`;
  } finally {
    await topology.close();
  }
});

/** Every server was used and forwarded about two of three requests. */
async function forwardedShare({ addresses }: Topology): Promise<string> {
  const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const shares = await Promise.all(
    addresses.map(async (address) => {
      const text = await (await fetch(`${address}/_sim/metrics`)).text();
      const sum = (name: string) =>
        add([...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, n]) => Number(n)));
      return { served: sum('understudy_requests_total'), forwarded: sum('understudy_requests_forwarded_total') };
    }),
  );
  const [served, forwarded] = [add(shares.map((one) => one.served)), add(shares.map((one) => one.forwarded))];
  const idle = shares.findIndex((one) => one.served === 0 || one.forwarded === 0);
  if (idle >= 0) throw new GateFailed(`Server ${idle + 1} served or forwarded nothing: ${JSON.stringify(shares)}`);
  return `${served} requests served, ${forwarded} of them handed on`;
}

/** Kills the server of a sandbox with a running clock. The webhook of a later job must still arrive. */
async function wakesWhatWasKilled(topology: Topology): Promise<string> {
  const came: string[] = [];
  const receiver = createServer((request, response) => {
    // At once, before who waits for the request looks.
    came.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const url = await listen(receiver);
  try {
    // Two minutes of the sandbox are eight seconds.
    const terms = { name: 'killed', clock: 'scaled:15' };
    expectStatus(201, await callJson('POST', `${topology.url}/_sim/sandboxes`, terms));
    const sandbox = `${topology.url}/~killed`;
    const headers = await authorize(sandbox, 'tenant');
    await uploadDatasets(sandbox, headers, ['d'], 60);
    expectStatus(200, await callJson('PATCH', `${sandbox}/_sim/settings`, { progression: 'after:PT2M' }));
    const webhook = { webhookUrl: `${url}/hook`, webhookApiKey: 'key' };
    const body = { parametersArray: [{ datasetId: 'd', frequency: 'D', horizon: 5 }], webhook };
    expectStatus(202, await callJson('POST', `${sandbox}/io/start_trainer`, body, headers));
    await (await serverOf(topology, 'killed')).end('SIGKILL');
    const begun = performance.now();
    const waited = AbortSignal.timeout(60_000);
    while (came.length === 0 && !waited.aborted)
      await once(receiver, 'request', { signal: waited }).catch(() => undefined);
    if (came.length === 0) throw new GateFailed('The sandbox of the killed server did not wake');
    return `the webhook of a killed server's sandbox came ${((performance.now() - begun) / 1000).toFixed(1)} s after the kill, unasked (due after 8 s)`;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

/** Returns the owner of a sandbox. Any server can report it. */
async function serverOf(
  { postgres, database, addresses, servers: parts }: Topology,
  sandbox: string,
): Promise<ManagedProcess> {
  const [row] =
    (await postgres?.run(
      database,
      `SELECT p.address FROM understudy.sandboxes s JOIN understudy.processes p ON p.id = s.process WHERE s.name = '${sandbox}'`,
    )) ?? [];
  const part = parts[addresses.indexOf(String(row?.['address']))];
  if (part === undefined) throw new GateFailed(`No server serves the sandbox ${sandbox}`);
  return part;
}
