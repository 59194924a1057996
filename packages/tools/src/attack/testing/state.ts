// Unusual snapshots, and requests that read or copy much of a sandbox at once.
import { type Attack, must, type Target } from './attack.js';

const json = { 'content-type': 'application/json' };
const ofDemo = { partition: 'time/demo-client/demo', collection: 'datasets' };
const query = '?clientId=demo-client&tenantId=demo';
/** A separate empty sandbox, because demo data is not relevant here. */
const odd = '/~odd/_sim';
const large = { ...ofDemo, key: 'large' };

/** The records of unusual snapshots, by name. */
const snapshots: Readonly<Record<string, () => object[]>> = {
  'a record of a million {}': () => [{ ...large, value: { many: Array.from({ length: 1_000_000 }, () => ({})) } }],
  'a record of 2.5 million numbers': () => [
    { ...large, value: { many: Array.from({ length: 2_500_000 }, (_, at) => at) } },
  ],
  'a record of one text of 40 MB': () => [{ ...large, value: { text: 'x'.repeat(40 * 1024 * 1024) } }],
  'records of 50,000 owners': () =>
    Array.from({ length: 50_000 }, (_, at) => {
      return { partition: `time/client/tenant-${at}`, collection: 'datasets', key: 'a', value: {} };
    }),
};

export const attacks: readonly Attack[] = [
  {
    name: 'a wait for more entries of the journal than there are, and for 1,500 that are there',
    async run({ call, callJson }) {
      const body = 'x'.repeat(8000);
      for (let count = 0; count < 2000; count += 50) {
        await Promise.all(Array.from({ length: 50 }, () => call('POST', '/_sim/inbox/a', { body })));
      }
      const wait = (count: number) =>
        callJson('POST', '/_sim/journal/wait', { match: { type: 'message' }, count, timeout: 'PT0.1S' });
      const vain = await wait(1e9);
      must(vain.status === 408, `Answered ${vain.status}`);
      const seen = await wait(1500);
      must(seen.status === 200 && JSON.parse(seen.text).entries.length === 1500, `Answered ${seen.status}`);
      return `${seen.text.length} bytes answered`;
    },
  },
  ...Object.entries(snapshots).map(
    ([name, records]): Attack => ({
      name: `${name}, restored, forked, looked at and read`,
      run: (target) => live(target, records()),
    }),
  ),
];

/** Restores a snapshot with these records, reads it in every way and deletes the sandbox. */
async function live({ call, callJson }: Target, records: readonly object[]): Promise<string> {
  const get = async (path: string) => {
    const { status, text, broken } = await call('GET', path);
    must(status === 200 || status === 404, `${path}: ${status ?? broken} ${text.slice(0, 200)}`);
    return text;
  };
  await callJson('POST', '/_sim/sandboxes', { name: 'odd', seed: 'empty' });
  await call('PUT', `${odd}/snapshots/odd`);
  const snapshot = JSON.parse(await get(`${odd}/snapshots/odd`));
  const put = await callJson('PUT', `${odd}/snapshots/odd`, { ...snapshot, records });
  must(put.status === 200, `${put.status}: ${put.text.slice(0, 200)}`);
  const restored = await call('POST', `${odd}/snapshots/odd/restore`, { headers: json });
  must(restored.status === 200, `${restored.status}: ${restored.text.slice(0, 200)}`);
  await get(`${odd}/records`);
  await get(`${odd}/records/time/datasets${query}`);
  const shown = await get(`${odd}/records/time/datasets/large${query}`);
  const fork = await callJson('POST', `${odd}/sandboxes`, { name: 'odd-fork', from: { snapshot: 'odd' } });
  must(fork.status === 201, `${fork.status}: ${fork.text.slice(0, 200)}`);
  await call('PUT', `${odd}/snapshots/odd`);
  const read = await get(`${odd}/snapshots/odd`);
  must(JSON.parse(read).records.length === records.length, 'Records are missing');
  await call('DELETE', '/_sim/snapshots/odd');
  for (const name of ['odd', 'odd-fork']) await call('DELETE', `/_sim/sandboxes/${name}`);
  return `${read.length} bytes read, ${shown.length} looked at`;
}
