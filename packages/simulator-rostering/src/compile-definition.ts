import { compileInstance, type RosteringInstance, readJobDefinition } from '@understudy/engine-rostering';

const most = 2;
const kept = new Map<string, RosteringInstance>();

/** Returns a checked definition, compiled. The latest are cached, because clients poll the result of a job. */
export function compileDefinition(definition: string): RosteringInstance {
  const known = kept.get(definition);
  if (known !== undefined) return known;
  const instance = compileInstance(readJobDefinition(JSON.parse(stripByteOrderMark(definition))));
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(definition, instance);
  return instance;
}

/** Returns a text without its byte order mark, which JSON does not allow and senders send. */
export function stripByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
