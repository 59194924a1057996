// A very large number of event streams, because each event has a cost per stream.
import { get, type IncomingMessage } from 'node:http';
import { type Attack, must } from './attack.js';

const asked = 2000;
const requests = 100;
/** Maximum average time per request in milliseconds, while all streams receive its event. */
const most = 25;

export const attacks: readonly Attack[] = [
  {
    name: `${asked} event streams, and ${requests} requests that all of them receive`,
    async run({ url, call }) {
      const open: IncomingMessage[] = [];
      const follow = () =>
        new Promise<number>((resolve) => {
          const request = get(`${url}/_sim/events`, { agent: false }, (response) => {
            open.push(response);
            response.resume();
            resolve(response.statusCode ?? 0);
          });
          request.on('error', () => resolve(0));
        });
      const statuses: number[] = [];
      for (let begun = 0; begun < asked; begun += 100)
        statuses.push(...(await Promise.all(Array.from({ length: 100 }, follow))));
      const started = performance.now();
      for (let sent = 0; sent < requests; sent += 1) await call('GET', '/io/health_check');
      const each = (performance.now() - started) / requests;
      for (const response of open) response.destroy();
      const streams = statuses.filter((status) => status === 200).length;
      must(
        statuses.every((status) => status === 200 || status === 429),
        'A stream got another response',
      );
      must(streams < asked && each < most, `${streams} streams are open, and a request needs ${each.toFixed(1)} ms`);
      return `${streams} open, the others 429, and a request needs ${each.toFixed(1)} ms`;
    },
  },
];
