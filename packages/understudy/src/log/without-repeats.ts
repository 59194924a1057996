import { type RequestEvent, type ServerEvent, wallAlarm } from '@understudy/kernel';

/** Milliseconds that the same may be repeated before a line says how often it was. */
const longest = 500;

/** Passes events on as lines, and requests that are repeated at once as a number: who polls should not fill the screen. */
export class WithoutRepeats {
  readonly #line: (event: ServerEvent) => string;
  readonly #write: (line: string) => void;
  #latest: RequestEvent | undefined;
  #repeats = 0;
  #alarm: (() => void) | undefined;

  /** @param write takes the lines */
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

  /** Says how often the latest request has come again. */
  sayRepeats(): void {
    this.#alarm?.();
    this.#alarm = undefined;
    if (this.#repeats === 0) return;
    this.#write(`             … the same ${this.#repeats === 1 ? 'once' : `${this.#repeats} times`} more`);
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
