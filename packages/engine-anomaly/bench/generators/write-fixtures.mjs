import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** JSON with one record per line below the keys named, which stays readable and diffs well. */
export function withRows(body, keys) {
  const rows = [];
  const text = JSON.stringify(
    body,
    (key, value) => {
      if (!keys.includes(key)) return value;
      rows.push(value.map((row) => JSON.stringify(row)).join(',\n'));
      return `@${rows.length - 1}@`;
    },
    2,
  );
  return `${text.replace(/"@(\d+)@"/g, (_, index) => `[\n${rows[Number(index)]}\n]`)}\n`;
}

/** Writes the files of a folder, or with `--check` only says which ones differ, and ends with 1 then. */
export function writeFixtures(folder, files, command) {
  if (!process.argv.includes('--check')) {
    for (const [name, text] of Object.entries(files)) writeFileSync(fileURLToPath(new URL(name, folder)), text);
    return;
  }
  const current = (name) => {
    try {
      return readFileSync(new URL(name, folder), 'utf8');
    } catch {
      return undefined;
    }
  };
  const stale = Object.keys(files).filter((name) => current(name) !== files[name]);
  for (const name of stale) process.stderr.write(`${name} differs. Run ${command}.\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}
