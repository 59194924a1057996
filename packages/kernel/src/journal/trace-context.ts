import type { RecordedEntry } from './journal-entry.js';

/** Maximum number of entries between a request and its effects. */
const maxHops = 20;

/** Matches version 00 of W3C Trace Context, section 3.2. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses a `traceparent` header; undefined if it is missing or invalid. */
export function parseTraceparent(header = ''): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const [, traceId, spanId, flags] = traceparentPattern.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '', 16) };
}

/**
 * Finds the W3C trace context of the request that led to an entry.
 * @param entryAt returns the entry with a number
 * @param cause number of an entry
 * @returns the value of `traceparent`; undefined if the request had none or was dropped
 */
export function findTraceparent(
  entryAt: (seq: number) => RecordedEntry | undefined,
  cause: number | null,
): string | undefined {
  let seq = cause;
  for (let hop = 0; seq !== null && hop < maxHops; hop += 1) {
    const entry = entryAt(seq);
    const header = entry?.request?.headers['traceparent'];
    if (header !== undefined) return parseTraceparent(header) && header;
    seq = entry?.cause ?? null;
  }
  return undefined;
}
