import { isObject, parseJson, stringifyJson } from '@understudy/contract';
import { sleepRealTime } from '@understudy/kernel/serving';
import type { OperationPlan } from '@understudy/model';
import { resolveUrl } from '../judge-request.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep } from '../state/state-step.js';

/** An open stream of server-sent events. */
interface Stream {
  /** The data of its events. */
  readonly events: readonly unknown[];
  /** Closes the stream. @returns the request, as a step of the sequence */
  close(): StateStep;
}

/** Opens a stream of events. Some servers send the headers only with the first event. */
export function listen(
  session: StateSession,
  plan: OperationPlan,
  query: Readonly<Record<string, string>> = {},
): Stream {
  const { operation } = plan;
  const { options } = session.context;
  const given = session.credentialsFor(operation);
  const pairs = Object.entries({ ...given?.query, ...query });
  const headers = { ...given?.headers, accept: 'text/event-stream' };
  const target = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  const closed = new AbortController();
  const events: unknown[] = [];
  const read = async () => {
    const address = `${resolveUrl(options, operation)}${operation.path}${target}`;
    const { body } = await options.fetch(address, { headers, signal: closed.signal });
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of body ?? []) {
      text += decoder.decode(part, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      events.push(...blocks.flatMap(dataIn));
    }
  };
  // The server or the end of the trial closes the stream.
  read().catch(() => {});
  return {
    events,
    close() {
      closed.abort();
      const planned = { plan, path: {}, query, headers: {} };
      const request = { what: 'sequence', path: {}, query: pairs, headers, credentials: {}, body: undefined };
      const received = { status: 200, headers: {}, body: stringifyJson(events.slice(0, 3)) };
      const step: StateStep = { planned, request, access: 'own', isConcurrent: true, ...received };
      session.steps.push(step);
      return step;
    },
  };
}

function dataIn(block: string): unknown[] {
  const lines = block.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  try {
    const data = parseJson(lines.join('\n'));
    return isObject(data) ? [data] : [];
  } catch {
    return [];
  }
}

const pollMs = 100;
const quietMs = 600;
const mostMs = 3000;

/** Waits until no more events arrive. */
export async function awaitQuiet(count: () => number): Promise<void> {
  let [last, quiet] = [count(), 0];
  for (let waited = 0; waited < mostMs && quiet < quietMs; waited += pollMs) {
    await sleepRealTime(pollMs);
    const now = count();
    quiet = now === last && now > 0 ? quiet + pollMs : 0;
    last = now;
  }
}
