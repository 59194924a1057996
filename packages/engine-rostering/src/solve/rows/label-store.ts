/** The labels of a dynamic program, by day: the cheapest partial row for a state and its counted values. */
export class LabelStore {
  state = new Int32Array(0);
  cost = new Float64Array(0);
  /** What the multipliers of the counters add to the cost. */
  charge = new Float64Array(0);
  /** The part of the cost that is for counters which also have a charge. */
  paid = new Float64Array(0);
  parent = new Int32Array(0);
  shift = new Uint16Array(0);
  /** Counted values of the label under way. */
  values = new Uint16Array(0);
  /** The labels of the last closed day. */
  from = 0;
  to = 0;
  #counted = new Uint16Array(0);
  /** The cost so far plus the least that is still to come. */
  #estimate = new Float64Array(0);
  #size = 0;
  #dimensions = 0;
  #nextState = 0;
  #nextShift = 0;
  #nextParent = 0;
  #table = new Int32Array(1 << 12);
  /** Of the part of the table in use. */
  #mask = 1023;
  #sorted = new Float64Array(0);

  begin(dimensions: number, start: number): this {
    this.#dimensions = dimensions;
    if (this.values.length !== dimensions) this.values = new Uint16Array(dimensions);
    if (this.#counted.length < this.state.length * dimensions)
      this.#counted = new Uint16Array(this.state.length * dimensions);
    this.#size = 0;
    this.#reserve(1024);
    this.#counted.fill(0, 0, dimensions);
    this.state[0] = start;
    this.cost[0] = 0;
    this.charge[0] = 0;
    this.paid[0] = 0;
    this.from = 0;
    this.to = 1;
    this.#size = 1;
    this.#mask = 1023;
    this.#table.fill(-1, 0, this.#mask + 1);
    return this;
  }

  /** Begins a label as another one with a next state. Its values may be changed until it is added. */
  copy(label: number, state: number, shift: number): void {
    const from = label * this.#dimensions;
    for (let index = 0; index < this.#dimensions; index += 1) {
      this.values[index] = this.#counted[from + index] as number;
    }
    this.#nextState = state;
    this.#nextShift = shift;
    this.#nextParent = label;
  }

  /** Keeps the label under way unless an equivalent one costs no more. */
  add(cost: number, charge: number, rest: number, paid: number): void {
    if (this.#size === this.state.length) this.#reserve(this.#size);
    const table = this.#table;
    const mask = this.#mask;
    let place = this.#hash() & mask;
    for (;;) {
      const label = table[place] as number;
      if (label < 0) break;
      if (this.#isLike(label)) {
        if ((this.cost[label] as number) <= cost) return;
        this.#write(label, cost, charge, rest, paid);
        return;
      }
      place = (place + 1) & mask;
    }
    table[place] = this.#size;
    this.#write(this.#size, cost, charge, rest, paid);
    this.#counted.set(this.values, this.#size * this.#dimensions);
    this.#size += 1;
    if ((this.#size - this.to) * 2 > mask) this.#grow();
  }

  /** Ends a day. Drops all labels but the cheapest `width`. */
  close(width: number): void {
    this.from = this.to;
    const count = this.#size - this.from;
    if (count > width) this.#thin(width);
    this.to = this.#size;
    while (this.#mask > 1023 && this.#mask > 8 * count) this.#mask >>= 1;
    this.#table.fill(-1, 0, this.#mask + 1);
  }

  #thin(width: number): void {
    const count = this.#size - this.from;
    if (this.#sorted.length < count) this.#sorted = new Float64Array(count * 2);
    const sorted = this.#sorted.subarray(0, count);
    sorted.set(this.#estimate.subarray(this.from, this.#size));
    sorted.sort();
    const limit = sorted[width - 1] as number;
    let kept = this.from;
    for (let label = this.from; label < this.#size && kept < this.from + width; label += 1) {
      if ((this.#estimate[label] as number) > limit) continue;
      if (kept !== label) {
        this.state[kept] = this.state[label] as number;
        this.cost[kept] = this.cost[label] as number;
        this.charge[kept] = this.charge[label] as number;
        this.paid[kept] = this.paid[label] as number;
        this.parent[kept] = this.parent[label] as number;
        this.shift[kept] = this.shift[label] as number;
        const to = kept * this.#dimensions;
        this.#counted.copyWithin(to, label * this.#dimensions, (label + 1) * this.#dimensions);
      }
      kept += 1;
    }
    this.#size = kept;
  }

  #write(label: number, cost: number, charge: number, rest: number, paid: number): void {
    this.state[label] = this.#nextState;
    this.cost[label] = cost;
    this.charge[label] = charge;
    this.paid[label] = paid;
    this.#estimate[label] = cost + charge + rest;
    this.parent[label] = this.#nextParent;
    this.shift[label] = this.#nextShift;
  }

  #isLike(label: number): boolean {
    if (this.state[label] !== this.#nextState) return false;
    const from = label * this.#dimensions;
    for (let index = 0; index < this.#dimensions; index += 1) {
      if (this.#counted[from + index] !== this.values[index]) return false;
    }
    return true;
  }

  #hash(): number {
    let hash = Math.imul(this.#nextState + 1, 0x9e3779b1);
    for (let index = 0; index < this.#dimensions; index += 1) {
      hash = Math.imul(hash ^ (this.values[index] as number), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #grow(): void {
    const mask = this.#mask * 2 + 1;
    this.#mask = mask;
    if (this.#table.length <= mask) this.#table = new Int32Array(mask + 1);
    this.#table.fill(-1, 0, mask + 1);
    for (let label = this.to; label < this.#size; label += 1) {
      this.values.set(this.#counted.subarray(label * this.#dimensions, (label + 1) * this.#dimensions));
      this.#nextState = this.state[label] as number;
      let place = this.#hash() & mask;
      while ((this.#table[place] as number) >= 0) place = (place + 1) & mask;
      this.#table[place] = label;
    }
  }

  #reserve(more: number): void {
    const size = this.#size + more;
    if (size <= this.state.length) return;
    const grown = <A extends Float64Array | Int32Array | Uint16Array>(array: A, bigger: A): A => {
      bigger.set(array);
      return bigger;
    };
    this.state = grown(this.state, new Int32Array(size));
    this.cost = grown(this.cost, new Float64Array(size));
    this.charge = grown(this.charge, new Float64Array(size));
    this.paid = grown(this.paid, new Float64Array(size));
    this.parent = grown(this.parent, new Int32Array(size));
    this.shift = grown(this.shift, new Uint16Array(size));
    this.#estimate = grown(this.#estimate, new Float64Array(size));
    this.#counted = grown(this.#counted, new Uint16Array(Math.max(this.#counted.length, size * this.#dimensions)));
  }
}
