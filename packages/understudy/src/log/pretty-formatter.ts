import { styleText } from 'node:util';
import type { DeliveryEvent, JobEvent, RequestEvent, ServerEvent } from '@understudy/kernel';

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
export function createPrettyFormatter(color: boolean): (event: ServerEvent) => string {
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

/** Creates a formatter from ISO 8601 to local time, which caches the current second. */
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
