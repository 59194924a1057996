import { authorize } from '../../clients/inventory-client.ts';
import { type Attack, must } from './attack.js';

const jobs = 2000;
const box = '/~clock';

export const attacks: readonly Attack[] = [
  {
    name: `one advance of the clock over ${jobs} jobs`,
    async run({ url, call, callJson, ask }) {
      const made = { name: 'clock', clock: 'manual', progression: 'after:PT1M' };
      must((await callJson('POST', '/_sim/sandboxes', made)).status === 201, 'There is no sandbox');
      const headers = await authorize(`${url}${box}`, 'demo');
      const begin = async (number: number) => {
        const { status } = await call('DELETE', `${box}/io/data/d-${number}`, { headers });
        must(status === 200, `A deletion returned ${status}`);
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
