// Bodies that are larger than what they are for.
import { type Attack, must } from '../attack.js';

export const attacks: readonly Attack[] = [
  {
    name: 'a form of 60 MB for a token',
    quick: true,
    sends: 1,
    async run({ call }) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = 'a=b&'.repeat(15 * 1024 * 1024);
      const { status, broken } = await call('POST', '/connect/token', { headers, body });
      must(status === 413 || broken !== undefined, `Answered ${status}`);
      return `${status ?? broken}`;
    },
  },
];
