/** Maximum flow with integer capacities (Dinic's algorithm). Node 0 is the source, node 1 the sink. */
export class MaxFlow {
  private readonly to: number[] = [];
  private readonly capacity: number[] = [];
  private readonly edges: number[][] = [[], []];
  private level: Int32Array = new Int32Array(0);
  private next: Int32Array = new Int32Array(0);

  addNode(): number {
    this.edges.push([]);
    return this.edges.length - 1;
  }

  /** Adds an edge. @returns its index, for `flowOf` */
  addEdge(from: number, to: number, capacity: number): number {
    const edge = this.to.length;
    this.to.push(to, from);
    this.capacity.push(capacity, 0);
    this.edges[from]?.push(edge);
    this.edges[to]?.push(edge + 1);
    return edge;
  }

  flowOf(edge: number): number {
    return this.capacity[edge + 1] ?? 0;
  }

  get size(): number {
    return this.to.length / 2;
  }

  /** Returns the flow from source to sink; call it once. */
  run(): number {
    let total = 0;
    while (this.levels()) {
      this.next = new Int32Array(this.edges.length);
      for (;;) {
        const pushed = this.push();
        if (pushed === 0) break;
        total += pushed;
      }
    }
    return total;
  }

  private levels(): boolean {
    this.level = new Int32Array(this.edges.length).fill(-1);
    this.level[0] = 0;
    const queue = [0];
    for (let head = 0; head < queue.length; head += 1) {
      const node = queue[head] ?? 0;
      for (const edge of this.edges[node] ?? []) {
        const other = this.to[edge] ?? 0;
        if ((this.capacity[edge] ?? 0) <= 0 || this.level[other] !== -1) continue;
        this.level[other] = (this.level[node] ?? 0) + 1;
        queue.push(other);
      }
    }
    return this.level[1] !== -1;
  }

  /** Finds an augmenting path along the levels, without recursion. */
  private push(): number {
    const path: number[] = [];
    let node = 0;
    while (node !== 1) {
      const out = this.edges[node] ?? [];
      const at = this.next[node] ?? 0;
      const edge = out[at];
      if (edge === undefined) {
        const back = path.pop();
        if (back === undefined) return 0;
        node = this.to[back ^ 1] ?? 0;
        this.next[node] = (this.next[node] ?? 0) + 1;
        continue;
      }
      const other = this.to[edge] ?? 0;
      if ((this.capacity[edge] ?? 0) > 0 && this.level[other] === (this.level[node] ?? 0) + 1) {
        path.push(edge);
        node = other;
      } else this.next[node] = at + 1;
    }
    const least = path.reduce((min, edge) => Math.min(min, this.capacity[edge] ?? 0), Number.POSITIVE_INFINITY);
    for (const edge of path) {
      this.capacity[edge] = (this.capacity[edge] ?? 0) - least;
      this.capacity[edge ^ 1] = (this.capacity[edge ^ 1] ?? 0) + least;
    }
    return least;
  }
}
