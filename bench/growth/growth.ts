// Measures one thing as it grows, in a process of its own: node --expose-gc --import tsx bench/growth/growth.ts <thing> [divisor]
// Prints what it measured as JSON.
import type { Growing } from './growing.ts';
import { growingInvoices } from './growing-invoices.ts';
import { growingJobs } from './growing-jobs.ts';
import { growingSandboxes, sleepingSandboxes } from './growing-sandboxes.ts';
import { measureGrowth } from './measure-growth.ts';

const things: Readonly<Record<string, () => Promise<Growing>>> = {
  invoices: growingInvoices,
  jobs: growingJobs,
  sandboxes: growingSandboxes,
  sleepers: sleepingSandboxes,
};

const [name = '', divisor = '1'] = process.argv.slice(2);
const make = things[name];
if (make === undefined) throw new Error(`Nothing called ${name} grows; there are ${Object.keys(things).join(', ')}`);
const growing = await make();
try {
  const sizes = growing.sizes.map((size) => Math.max(1, Math.round(size / Number(divisor))));
  console.log(JSON.stringify({ what: growing.what, ...(await measureGrowth(growing, sizes)) }));
} finally {
  await growing.close();
}
