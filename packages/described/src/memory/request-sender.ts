import type { KnownValue } from './known-value.js';
import { isSecretPosition, toKeyText, type ValuesByPosition, valuesByPosition } from './message-values.js';

/** The sender of a request, identified by credentials. */
export interface RequestSender {
  /** The credentials, and the values that the server created for them. */
  readonly owners: readonly string[];
}

/** Finds the sender of a request by the credentials in it. */
export function findSender(
  request: ValuesByPosition,
  recall: (value: string) => KnownValue | undefined,
): RequestSender {
  const credentials = [...request].flatMap(([position, [value]]) =>
    position.startsWith('headers.') && isSecretPosition(position) ? (toKeyText(value) ?? []) : [],
  );
  const sentFor = (value: string) =>
    [...valuesByPosition({ body: recall(value)?.sent }, 'sent').values()]
      .flat()
      .flatMap((each) => toKeyText(each) ?? []);
  const made = credentials.flatMap(sentFor).filter((value) => recall(value)?.made === true);
  const owners = [...new Set([...credentials, ...made])].slice(0, 20);
  return { owners };
}

/** Combines the path of a request with its sender, to identify a resource without an id. */
export function toTarget({ owners }: RequestSender, path: string): string {
  return `${owners[1] ?? ''} ${path}`;
}
