// Measures one thing as it grows, in a process of its own: node --expose-gc --import tsx packages/tools/src/bench/growth/growth.ts <thing> [divisor]
// Prints what it measured as JSON.
import type { Thing } from './growing.ts';
import { invoices } from './growing-invoices.ts';
import { jobs } from './growing-jobs.ts';
import { sandboxes, sleepers } from './growing-sandboxes.ts';
import { measureGrowth } from './measure-growth.ts';

const things: Readonly<Record<string, Thing>> = { invoices, jobs, sandboxes, sleepers };

const [name = '', divisor = '1'] = process.argv.slice(2);
const thing = things[name];
if (thing === undefined) throw new Error(`Nothing called ${name} grows; there are ${Object.keys(things).join(', ')}`);
console.log(JSON.stringify({ what: thing.what, ...(await measureGrowth(thing, Number(divisor))) }));
