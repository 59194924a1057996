// Clocks that are advanced over much at once.
import { type Attack, must } from '../attack.js';

const jobs = 2000;
const box = '/~clock';

export const attacks: readonly Attack[] = [
  {
    name: `one advance of the clock over ${jobs} jobs`,
    async run({ call, callJson, ask }) {
      const made = { name: 'clock', clock: 'manual', progression: 'after:PT1M' };
      must((await callJson('POST', '/_sim/sandboxes', made)).status === 201, 'There is no sandbox');
      const scope = 'understudy-stage:io';
      const account = {
        grant_type: 'client_credentials',
        client_id: 'demo-client',
        client_secret: 'demo-secret',
        scope,
      };
      const login = await call('POST', `${box}/connect/token`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(account).toString(),
      });
      const headers = { authorization: `Bearer ${JSON.parse(login.text).access_token}`, tenantId: 'demo' };
      const begin = async (number: number) => {
        const { status } = await call('DELETE', `${box}/io/data/d-${number}`, { headers });
        must(status === 200, `A deletion was answered ${status}`);
      };
      for (let begun = 0; begun < jobs; begun += 20)
        await Promise.all(Array.from({ length: 20 }, (_, at) => begin(begun + at)));
      await ask('delay');
      const { text } = await callJson('POST', `${box}/_sim/clock/advance`, { by: 'PT2M' });
      must(JSON.parse(text).fired >= jobs, text);
      await call('DELETE', '/_sim/sandboxes/clock');
      return `${JSON.parse(text).fired} timers fired`;
    },
  },
];
