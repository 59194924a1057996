import type { Writable } from 'node:stream';
import { wantsColor } from '@understudy/conformance';
import type { ServerEvent } from '@understudy/kernel';
import { LineWriter } from './line-writer.js';
import { createPrettyFormatter } from './pretty-formatter.js';
import { RepeatFilter } from './repeat-filter.js';

/** `pretty` for people, `json` for one JSON object per line. */
export type LogFormat = 'pretty' | 'json';

/** The log of a running server. */
export interface Log {
  tell(event: ServerEvent): void;
  /** Starts writing, after the startup message. */
  begin(): void;
  /** Flushes, and waits briefly for the reader. */
  end(): Promise<void>;
}

/**
 * Opens the log of a server: one line for each request, finished job and webhook attempt. From the control plane, only
 * changes and errors are logged, because an open console polls it.
 *
 * @param stream coloured if it is a terminal and `NO_COLOR` is not set
 */
export function openLog(form: LogFormat, stream: Writable & { isTTY?: boolean }, env: NodeJS.ProcessEnv): Log {
  const isJson = form === 'json';
  const writer = new LineWriter(stream, (dropped) =>
    isJson
      ? JSON.stringify({ kind: 'dropped', lines: dropped })
      : `… ${dropped} lines were dropped because the reader is too slow`,
  );
  const pretty = new RepeatFilter(createPrettyFormatter(wantsColor(stream, env)), (line) => writer.write(line));
  return {
    tell(event) {
      if (onlyLooks(event)) return;
      if (isJson) writer.write(JSON.stringify(event));
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
