// JSONPath filter expressions that visit the values of the demo invoices repeatedly.
import { type Attack, must } from './attack.js';

const company = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';

const filters = [
  'count($..[?count($..[?count($..[?count($..*)>=0])<0])<0])<0',
  'count($..[?count($..[?@ != $]) > 0]) < 0',
  "match($[0].id, '(.|.)*!') || match($[0].id, '(.*.*.*)*!')",
];

export const attacks: readonly Attack[] = filters.map((where) => ({
  name: `invoices where ${where}`,
  quick: true,
  // A filter with regular expressions has a deadline of 40 ms, which a busy machine can exceed.
  mostHeld: 200,
  async run({ call }) {
    const query = new URLSearchParams({ clientId: company, tenantId: company, where });
    const { status, text } = await call('GET', `/_sim/records/einvoicing/invoices?${query}`);
    must(status === 200 || status === 400, `It returned ${status}`);
    return `${status} ${text.slice(0, 200).replaceAll('\n', ' ')}`;
  },
}));
