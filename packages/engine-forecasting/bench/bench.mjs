/**
 * Measures the engine against its bars and prints a table; ends with 1 when a bar is missed. Everything but the speed
 * is the same on every machine. `node bench/bench.mjs accuracy speed` runs only these parts.
 */
import { existsSync } from 'node:fs';

const parts = ['accuracy', 'short-series', 'speed', 'stock-run', 'classification', 'responsiveness'];
const asked = process.argv.slice(2);
const rows = [];
let missed = 0;

for (const part of asked.length > 0 ? asked : parts) {
  const file = new URL(`./${part}.mjs`, import.meta.url);
  if (!existsSync(file)) {
    console.error(`There is no bench/${part}.mjs. Choose from: ${parts.join(', ')}.`);
    if (asked.length > 0) process.exitCode = 1;
    continue;
  }
  const { run } = await import(file.href);
  if (typeof run === 'function') await run(report);
}

const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column].length), 8));
for (const row of [
  ['what', 'measured', 'bar', 'reached', 'detail'],
  widths.map((width) => '-'.repeat(width)),
  ...rows,
]) {
  console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
}
if (missed > 0) {
  console.error(`${missed} bars were missed.`);
  process.exitCode = 1;
}

/**
 * Notes one figure. `relation` is how it is compared with `bar`: '<=', '>=', '<', '>', '==', 'within' a pair, or 'shown'
 * without a bar; a unit may follow the sign.
 */
function report(what, measured, relation, bar, detail = '') {
  const [sign, unit = ''] = relation.split(' ');
  const reached = reaches(measured, sign, bar);
  if (!reached) missed += 1;
  const limit =
    sign === 'shown' ? '' : sign === 'within' ? `${bar[0]} to ${bar[1]}` : `${sign} ${figure(bar)} ${unit}`.trim();
  rows.push([
    what,
    `${figure(measured)} ${unit}`.trim(),
    limit,
    sign === 'shown' ? '' : reached ? 'yes' : 'NO',
    String(detail),
  ]);
}

function reaches(measured, sign, bar) {
  switch (sign) {
    case '<=':
      return measured <= bar;
    case '>=':
      return measured >= bar;
    case '<':
      return measured < bar;
    case '>':
      return measured > bar;
    case '==':
      return measured === bar;
    case 'within':
      return measured >= bar[0] && measured <= bar[1];
    case 'shown':
      return true;
    default:
      throw new Error(`The relation "${sign}" is none of <=, >=, <, >, ==, within, shown.`);
  }
}

function figure(value) {
  return String(Number(value.toFixed(3)));
}
