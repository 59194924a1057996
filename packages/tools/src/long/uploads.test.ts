// Sends 200 uploads of 1 MB at once while 20 trainings run: all get 200, all jobs succeed, and the event loop stays
// responsive.

import { call } from '../clients/call.ts';
import {
  authorize,
  ended,
  expectStatus,
  presign,
  train,
  uploadDatasets,
  uploadOfSize,
} from '../clients/inventory-client.ts';
import { GateFailed } from '../gate.ts';
import { type Delay, startObserved } from '../observe/start-observed.ts';
import { prove } from '../testing/prove.ts';

const uploads = 200;
const trainings = 20;
const megabyte = 1_000_000;
const barMs = 50;

prove('accepts 200 uploads of 1 MB at a time while trainings run', { seconds: 300 }, async () => {
  // Generated beforehand, so that the uploads start together and no connection becomes stale.
  const bodies = Array.from({ length: uploads }, (_, index) =>
    uploadOfSize(`upload-${index}`, megabyte, 1 + (index % 5)),
  );
  const server = await startObserved(['inventory', '--port', '0', '--seed', 'empty']);
  const { url } = server;
  const headers = await authorize(url, 'trial');

  // Training data: each job has enough datasets to keep a thread busy during the uploads.
  const names = Array.from({ length: trainings }, (_, job) =>
    Array.from({ length: 10 }, (_, index) => `train-${job}-${index}`),
  );
  for (const ids of names) await uploadDatasets(url, headers, ids, 1095);
  const addresses = await Promise.all(bodies.map(() => presign(url, headers)));

  await server.ask('delay');
  const started = performance.now();
  let uploading = true;
  const trained: string[] = [];
  const training = Promise.all(
    names.map(async (ids) => {
      // Repeats trainings so that the number of running jobs stays the same.
      while (uploading) trained.push(await ended(url, headers, await train(url, headers, ids), 250));
    }),
  );
  await Promise.all(
    addresses.map(async (address, index) =>
      expectStatus(200, await call('PUT', address.url, { body: bodies[index], fresh: true })),
    ),
  );
  const answeredAfter = performance.now() - started;
  const intake = await server.ask('delay');
  const states = await Promise.all(addresses.map(({ jobId }) => ended(url, headers, jobId, 1000)));
  const jobs = await server.ask('delay');
  const all = performance.now() - started;
  uploading = false;
  await training;
  const mishaps = await server.ask('mishaps');
  await server.end('SIGTERM');

  const failed = [...states, ...trained].filter((state) => state !== 'success').length;
  const facts = [
    `${uploads} uploads of 1 MB got 200 after ${seconds(answeredAfter)} s, while ${trainings} training jobs ran`,
    `their jobs ended after ${seconds(all)} s, and ${trained.length} trainings beside them, ${failed} without success`,
    `event-loop delay in ms: ${told('during the uploads', intake)}; ${told('while their jobs ended', jobs)}`,
  ];
  const missed =
    failed > 0 ||
    mishaps.length > 0 ||
    [intake, jobs].some((each) => workOf(each) > barMs) ||
    server.complaints() !== '';
  if (missed) throw new GateFailed([...facts, ...mishaps, server.complaints()].join('\n'));
  return facts.join('; ');
});

/** The 99th percentile of the work between two turns, which other programs do not change; else of the delay. */
function workOf({ p99, cpuP99 = p99 }: Delay): number {
  return cpuP99;
}

function told(when: string, delay: Delay): string {
  const { p50, p99, max, samples } = delay;
  return `${when} p50 ${p50}, p99 ${p99}, max ${max}, p99 of the processor time ${workOf(delay)} (bar ${barMs}; ${samples} samples)`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
