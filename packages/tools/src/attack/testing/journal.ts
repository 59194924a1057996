// Requests that are cheap to send, and expensive to store or to display.
import { type Attack, must } from './attack.js';

const controlToken = 'of-the-operator-4711';
const headers = { 'content-type': 'text/plain', authorization: `Bearer ${controlToken}` };

/** Strings in which a search for secrets finds as many candidates as possible. */
const texts = [
  'name=token',
  '{"token":"',
  '\\u005c',
  '%2525',
  '=3D= ',
  '0x41, ',
  'MFZWIZTB/',
  controlToken.slice(0, -1),
];

export const attacks: readonly Attack[] = [
  ...texts.map(
    (text): Attack => ({
      name: `20 messages of 60 KB ${JSON.stringify(text)}, and the journal read`,
      quick: true,
      // The server accepts a public host name, so it requires its token.
      server: ['--allowed-hosts', 'api.example'],
      controlToken,
      sends: 20 * 60_000,
      async run({ call }) {
        const body = text.repeat(60_000 / text.length);
        for (let count = 0; count < 20; count += 1) await call('POST', '/~a/_sim/inbox/a', { headers, body });
        const started = performance.now();
        const { status } = await call('GET', '/~a/_sim/journal', { headers });
        must(status === 200, `The journal answered ${status}`);
        const { status: removed } = await call('DELETE', '/_sim/sandboxes/a', { headers });
        must(removed === 204, `The sandbox was not removed: ${removed}`);
        return `journal read in ${(performance.now() - started).toFixed(0)} ms`;
      },
    }),
  ),
  {
    name: '10 paths of 15 KB, near misses looked for',
    quick: true,
    async run({ call }) {
      for (let count = 0; count < 10; count += 1) {
        const { status } = await call('GET', `/io/${'a'.repeat(15_000)}${count}`);
        must(status === 404, `A path of 15 KB returned ${status}`);
      }
      return '404';
    },
  },
];
