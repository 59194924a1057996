import type { Writable } from 'node:stream';
import { wantsColor } from '@understudy/conformance';
import type { ServerEvent } from '@understudy/kernel';
import { LineWriter } from './line-writer.js';
import { prettyLine } from './pretty-line.js';
import { WithoutRepeats } from './without-repeats.js';

/** `pretty` is for people, `json` one JSON object a line. */
export type LogForm = 'pretty' | 'json';

/** What a server writes about itself while it runs. */
export interface Log {
  tell(event: ServerEvent): void;
  /** Begins to write: nothing stands before the greeting. */
  begin(): void;
  /** Writes what is still to be written, and waits for its reader, but not for long. */
  end(): Promise<void>;
}

/**
 * Opens the log of a server: a line for each request, end of a job and attempt at a webhook. Of the control plane only
 * what changes something, and what is refused: a page that looks at it asks all the time.
 *
 * @param stream where to; coloured for a terminal, unless `NO_COLOR` is set
 */
export function openLog(form: LogForm, stream: Writable & { isTTY?: boolean }, env: NodeJS.ProcessEnv): Log {
  const isJson = form === 'json';
  const writer = new LineWriter(stream, (dropped) =>
    isJson
      ? JSON.stringify({ kind: 'dropped', lines: dropped })
      : `… ${dropped} lines were dropped: the reader of this does not keep up`,
  );
  const pretty = new WithoutRepeats(prettyLine(wantsColor(stream, env)), (line) => writer.write(line));
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
