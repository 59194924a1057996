interface Row {
  readonly group: string;
  readonly what: string;
  readonly measured: number;
  readonly bar: string;
  /** Undefined without a bar. */
  readonly reached: boolean | undefined;
}

/** Collects figures against their bars, and prints them as a table. */
export class Figures {
  readonly #rows: Row[] = [];
  #group = '';

  group(name: string): void {
    this.#group = name;
  }

  atLeast(what: string, measured: number, bar: number): void {
    this.#add({ what, measured, bar: `>= ${bar}`, reached: measured >= bar });
  }

  atMost(what: string, measured: number, bar: number): void {
    this.#add({ what, measured, bar: `<= ${bar}`, reached: measured <= bar });
  }

  /** A figure without a bar. */
  note(what: string, measured: number): void {
    this.#add({ what, measured, bar: '', reached: undefined });
  }

  #add(row: Omit<Row, 'group'>): void {
    this.#rows.push({ ...row, group: this.#group });
  }

  /** True when every bar was reached. */
  get reached(): boolean {
    return this.#rows.every(({ reached }) => reached !== false);
  }

  toString(): string {
    const width = Math.max(...this.#rows.map(({ what }) => what.length));
    const lines: string[] = [];
    let group: string | undefined;
    for (const row of this.#rows) {
      if (row.group !== group) lines.push('', row.group);
      group = row.group;
      const answer = row.reached === undefined ? '' : row.reached ? 'reached' : 'MISSED';
      lines.push(
        `  ${row.what.padEnd(width)}  ${shown(row.measured).padStart(9)}  ${row.bar.padEnd(9)} ${answer}`.trimEnd(),
      );
    }
    return lines.join('\n');
  }
}

function shown(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 4 : 1);
}
