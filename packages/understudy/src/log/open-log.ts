import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { stringifyJson } from '@understudy/contract';
import {
  type DeliveryEvent,
  type JobEvent,
  type RequestEvent,
  type ServerEvent,
  setRealTimeAlarm,
} from '@understudy/kernel';
import { LineWriter } from './line-writer.js';
import { shouldUseColor } from './should-use-color.js';

/** Control characters and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const controls = new RegExp(control, 'g');

type Colour = 'dim' | 'green' | 'cyan' | 'yellow' | 'red' | 'bold';
type Paint = (colour: Colour, text: string) => string;

const plain: Paint = (_colour, text) => text;
const coloured: Paint = (colour, text) => styleText(colour, text, { validateStream: false });
const indent = ' '.repeat(15);

/**
 * Creates a formatter for people: local time, status, duration, request and sandbox, with error reasons on a second
 * line.
 */
function createPrettyFormatter(color: boolean): (event: ServerEvent) => string {
  const paint = color ? coloured : plain;
  const instant = instantTeller();
  return (event) => {
    const head = `${paint('dim', instant(event.time))} ${bodyOf(event, paint)}`;
    const sandbox = event.sandbox === 'default' ? '' : `  ${paint('cyan', `~${inOneLine(event.sandbox)}`)}`;
    return `${head}${sandbox}${remarksOf(event, paint)}`;
  };
}

function bodyOf(event: ServerEvent, paint: Paint): string {
  if (event.kind === 'request') return requestLine(event, paint);
  return event.kind === 'job' ? jobLine(event, paint) : deliveryLine(event, paint);
}

function requestLine({ status, milliseconds, method, path, handedTo }: RequestEvent, paint: Paint): string {
  const took = paint('dim', duration(milliseconds).padStart(8));
  return `${paint(colourOf(status), String(status))} ${took}  ${method.padEnd(6)} ${inOneLine(path)}${handedTo === undefined ? '' : paint('dim', `  by ${handedTo}`)}`;
}

function jobLine({ api, jobId, status }: JobEvent, paint: Paint): string {
  return `job ${' '.repeat(8)}  ${paint('bold', inOneLine(status))} ${api} ${inOneLine(jobId)}`;
}

function deliveryLine({ url, attempt, outcome, status }: DeliveryEvent, paint: Paint): string {
  const told = status === undefined ? outcome : `${outcome} ${status}`;
  const painted = paint(outcome === 'delivered' ? 'green' : 'red', told);
  return `hook${' '.repeat(8)}  ${painted}, attempt ${attempt}, ${inOneLine(url)}`;
}

function remarksOf(event: ServerEvent, paint: Paint): string {
  if (event.kind === 'job') return '';
  const note = event.kind === 'request' ? event.note : undefined;
  const fault = event.kind === 'request' && event.fault !== undefined ? `By the fault rule ${event.fault}` : undefined;
  const remarks = [event.reason, fault, note].filter((remark) => remark !== undefined);
  return remarks.map((remark) => `\n${indent}${paint('yellow', inOneLine(remark))}`).join('');
}

function colourOf(status: number): Colour {
  if (status < 300) return 'green';
  if (status < 400) return 'cyan';
  return status < 500 ? 'yellow' : 'red';
}

function duration(milliseconds: number): string {
  if (milliseconds >= 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

/** Creates a formatter that converts ISO 8601 to local time, and caches the current second. */
function instantTeller(): (time: string) => string {
  let second = '';
  let told = '';
  return (time) => {
    if (!time.startsWith(second) || second === '') {
      second = time.slice(0, 19);
      const date = new Date(time);
      told = [date.getHours(), date.getMinutes(), date.getSeconds()]
        .map((part) => String(part).padStart(2, '0'))
        .join(':');
    }
    return told + time.slice(19, 23);
  };
}

/** Escapes control characters, because clients must not be able to inject lines into a server's log. */
function inOneLine(text: string): string {
  if (!control.test(text)) return text;
  return text.replace(controls, (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

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
