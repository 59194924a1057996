import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import {
  escapeControlCharacters,
  type PendingRequest,
  type RedactedExchange,
  type RunEvent,
} from '@understudy/conformance';

interface DebugConsole {
  readonly input: Readable;
  write(text: string): void;
}

interface StepDebugger {
  /** Shows the request and asks the user. @returns whether to send it */
  pause(pending: PendingRequest): Promise<boolean>;
  onEvent(event: RunEvent): void;
  readonly signal: AbortSignal;
  close(): void;
}

const longest = 4000;

/**
 * Shows each request before it is sent. Enter sends it, `c` continues without pausing, and `q` or the end of the input
 * stops the run and cleans up. Secrets are redacted.
 */
export function createStepDebugger({ input, write }: DebugConsole): StepDebugger {
  const lines = createInterface({ input });
  const answers = lines[Symbol.asyncIterator]();
  const stop = new AbortController();
  let going = false;
  return {
    signal: stop.signal,
    async pause({ workflowId, stepId, file, line, request }) {
      if (stop.signal.aborted) return false;
      if (going) return true;
      const place = line === undefined ? file : `${file}:${line}`;
      write(escapeControlCharacters(`\n${workflowId} / ${stepId} (${place}) will send\n${requestText(request)}\n`));
      for (;;) {
        write('Press Enter to send, c to continue without pausing, q to quit:  ');
        const { value, done } = await answers.next();
        const answer = done === true ? 'q' : String(value).trim().toLowerCase();
        if (answer === 'q') stop.abort();
        if (answer === 'c') going = true;
        if (['', 'c', 'q'].includes(answer)) return answer !== 'q';
      }
    },
    onEvent(event) {
      if (event.type !== 'step-attempted' || going || stop.signal.aborted) return;
      const { exchange, problems } = event.attempt;
      if (exchange !== undefined) write(escapeControlCharacters(`${answerText(exchange)}\n`));
      for (const { message } of problems) write(escapeControlCharacters(`  ! ${message}\n`));
    },
    close: () => lines.close(),
  };
}

function requestText({ method, url, headers, body }: RedactedExchange['request']): string {
  return indented([`${method} ${url}`, ...headerLines(headers), ...bodyLines(body)]);
}

function answerText({ response, error, durationMilliseconds }: RedactedExchange): string {
  if (response === undefined) return indented([`no response: ${error ?? ''}`]);
  const { status, headers, body } = response;
  return indented([`${status} after ${durationMilliseconds} ms`, ...headerLines(headers), ...bodyLines(body)]);
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function bodyLines(body: string | undefined): string[] {
  if (body === undefined) return [];
  const text = body.length > longest ? `${body.slice(0, longest)}…` : body;
  return ['', ...text.split('\n')];
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`.trimEnd()).join('\n');
}
