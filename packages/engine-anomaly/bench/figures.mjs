/** Collects figures against their bars, and prints them as a table. */
export class Figures {
  #rows = [];
  #group = '';

  group(name) {
    this.#group = name;
  }

  atLeast(what, measured, bar) {
    this.#add({ what, measured, bar: `>= ${bar}`, reached: measured >= bar });
  }

  atMost(what, measured, bar) {
    this.#add({ what, measured, bar: `<= ${bar}`, reached: measured <= bar });
  }

  /** A figure without a bar. */
  note(what, measured) {
    this.#add({ what, measured, bar: '', reached: undefined });
  }

  #add(row) {
    this.#rows.push({ ...row, group: this.#group });
  }

  /** True when every bar was reached. */
  get reached() {
    return this.#rows.every(({ reached }) => reached !== false);
  }

  toString() {
    const width = Math.max(...this.#rows.map(({ what }) => what.length));
    const lines = [];
    let group;
    for (const row of this.#rows) {
      if (row.group !== group) lines.push('', row.group);
      group = row.group;
      const answer = { true: 'reached', false: 'MISSED' }[row.reached] ?? '';
      lines.push(
        `  ${row.what.padEnd(width)}  ${shown(row.measured).padStart(9)}  ${row.bar.padEnd(9)} ${answer}`.trimEnd(),
      );
    }
    return lines.join('\n');
  }
}

function shown(value) {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 4 : 1);
}
