// Requests that cost little to send and much to remember or to show.
import { type Attack, must } from '../attack.js';

export const attacks: readonly Attack[] = [
  {
    name: '20 messages of 200 KB "name=token", and the journal read',
    quick: true,
    sends: 20 * 200_000,
    async run({ call }) {
      const headers = { 'content-type': 'text/plain' };
      for (let count = 0; count < 20; count += 1) {
        await call('POST', '/_sim/inbox/a', { headers, body: 'name=token'.repeat(20_000) });
      }
      const started = performance.now();
      const { status } = await call('GET', '/_sim/journal');
      must(status === 200, `The journal answered ${status}`);
      return `journal read in ${(performance.now() - started).toFixed(0)} ms`;
    },
  },
  {
    name: '10 paths of 15 KB, near misses looked for',
    quick: true,
    async run({ call }) {
      for (let count = 0; count < 10; count += 1) {
        const { status } = await call('GET', `/io/${'a'.repeat(15_000)}${count}`);
        must(status === 404, `A path of 15 KB answered ${status}`);
      }
      return '404';
    },
  },
];
