/** Something that grows, and what is asked of it at each of its sizes. */
export interface Growing {
  readonly what: string;
  readonly sizes: readonly number[];
  /** @param size how many of it there shall be; more than before */
  growTo(size: number): Promise<void>;
  /** What is measured, by its name. Each call may add a little of what grows. */
  readonly calls: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}
