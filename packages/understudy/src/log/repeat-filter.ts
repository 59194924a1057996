import { type RequestEvent, type ServerEvent, wallAlarm } from '@understudy/kernel';

/** Maximum time in milliseconds before repetitions are reported. */
const longest = 500;

/** Writes events as lines, and counts immediate repetitions of a request instead of printing them. */
export class RepeatFilter {
  readonly #line: (event: ServerEvent) => string;
  readonly #write: (line: string) => void;
  #latest: RequestEvent | undefined;
  #repeats = 0;
  #alarm: (() => void) | undefined;

  constructor(line: (event: ServerEvent) => string, write: (line: string) => void) {
    this.#line = line;
    this.#write = write;
  }

  tell(event: ServerEvent): void {
    if (event.kind === 'request' && this.#latest !== undefined && isSame(event, this.#latest)) {
      this.#repeats += 1;
      this.#alarm ??= wallAlarm(longest, () => this.sayRepeats());
      return;
    }
    this.sayRepeats();
    this.#latest = event.kind === 'request' ? event : undefined;
    this.#write(this.#line(event));
  }

  /** Writes the number of repetitions, if any. */
  sayRepeats(): void {
    this.#alarm?.();
    this.#alarm = undefined;
    if (this.#repeats === 0) return;
    this.#write(`             … repeated ${this.#repeats === 1 ? 'once' : `${this.#repeats} times`}`);
    this.#repeats = 0;
  }
}

function isSame(one: RequestEvent, other: RequestEvent): boolean {
  return (
    one.path === other.path &&
    one.status === other.status &&
    one.method === other.method &&
    one.sandbox === other.sandbox &&
    one.tenantId === other.tenantId &&
    one.reason === other.reason &&
    one.note === other.note &&
    one.fault === other.fault
  );
}
