import type { Writable } from 'node:stream';
import { stringifyJson } from '@understudy/contract';
import { type RequestEvent, type ServerEvent, setRealTimeAlarm } from '@understudy/kernel';
import { LineWriter } from './line-writer.js';
import { createPrettyFormatter } from './pretty-formatter.js';
import { shouldUseColor } from './should-use-color.js';

/** Log format: `pretty` for people, `json` for one JSON object per line. */
export type LogFormat = 'pretty' | 'json';

export interface ServerLog {
  tell(event: ServerEvent): void;
  /** Starts writing, after the startup message. */
  begin(): void;
  /** Flushes and waits briefly for the reader. */
  end(): Promise<void>;
}

/**
 * Opens the log of a server: one line for each request, finished job and webhook attempt. From the control plane, only
 * changes and errors are logged, because an open console polls it.
 *
 * @param stream output is coloured if it is a terminal and `NO_COLOR` is not set
 */
export function openLog(form: LogFormat, stream: Writable & { isTTY?: boolean }, env: NodeJS.ProcessEnv): ServerLog {
  const isJson = form === 'json';
  const writer = new LineWriter(stream, (dropped) =>
    isJson
      ? stringifyJson({ kind: 'dropped', lines: dropped })
      : `… ${dropped} lines were dropped because the reader is too slow`,
  );
  const pretty = new RepeatFilter(createPrettyFormatter(shouldUseColor(stream, env)), (line) => writer.write(line));
  return {
    tell(event) {
      if (onlyLooks(event)) return;
      if (isJson) writer.write(stringifyJson(event));
      else pretty.tell(event);
    },
    begin: () => writer.begin(),
    end() {
      pretty.sayRepeats();
      return writer.end();
    },
  };
}

function onlyLooks(event: ServerEvent): boolean {
  return event.kind === 'request' && event.api === 'control' && event.method === 'GET' && event.status < 400;
}

/** Maximum time in milliseconds before repetitions are reported. */
const longest = 500;

/** Writes events as lines, and counts immediate repetitions of a request instead of printing them. */
class RepeatFilter {
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
      this.#alarm ??= setRealTimeAlarm(longest, () => this.sayRepeats());
      return;
    }
    this.sayRepeats();
    this.#latest = event.kind === 'request' ? event : undefined;
    this.#write(this.#line(event));
  }

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
