// Requests that name many sandboxes to exhaust a server's sandbox limit.
import { type Attack, must } from './attack.js';

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

export const attacks: readonly Attack[] = [
  { ...addressing(140, 40), quick: true, server: ['--limit', 'maxSandboxes=100'] },
  addressing(700, 150),
];

/** Addresses more sandboxes than a server allows. Memory can grow by `most` megabytes. */
function addressing(addressed: number, most: number): Attack {
  return {
    name: `${addressed} sandboxes addressed by anonymous GETs, each with the demo seed`,
    async run({ call, ask }) {
      // The first request prepares shared state.
      await call('GET', '/~first/io/health_check');
      const before = (await ask('memory')) as NodeJS.MemoryUsage;
      const started = performance.now();
      for (let count = 0; count < addressed; count += 1) {
        const { status } = await call('GET', `/~x${count}/io/health_check`);
        must(status === 200, `The sandbox x${count} answered ${status}`);
      }
      const each = (performance.now() - started) / addressed;
      const after = (await ask('memory')) as NodeJS.MemoryUsage;
      const kept = after.heapUsed + after.external - before.heapUsed - before.external;
      const { status } = await call('POST', '/_sim/sandboxes', { headers: json, body: '{"name":"asked-for"}' });
      must(status === 201, `A new sandbox is rejected: ${status}`);
      const listed = JSON.parse((await call('GET', '/_sim/sandboxes')).text).sandboxes.length;
      must(kept < most * megabyte, `${listed} sandboxes keep ${(kept / megabyte).toFixed(0)} MB`);
      return `${listed} sandboxes keep ${(kept / megabyte).toFixed(0)} MB, ${each.toFixed(1)} ms each, 201 for a new one`;
    },
  };
}
