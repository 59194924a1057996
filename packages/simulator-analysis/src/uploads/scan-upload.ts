import type { DatasetShape } from '../service.js';

/** Size in bytes below which the time to parse the whole body is negligible. */
const largeUpload = 128 * 1024;
/** Maximum length of the text that contains the webhook and the members around it. */
const webhookReach = 4096;

/**
 * Scans a large upload for the data its job needs first, because parsing would block other requests.
 * @returns undefined for an upload that must be parsed: it is small, not UTF-8, or has a backslash or inner webhook
 */
export function scanUpload(bytes: Uint8Array, shape: DatasetShape) {
  const { idKey, recordIdKey } = shape;
  if (bytes.length < largeUpload || bytes.includes(0x5c)) return undefined;
  const text = decode(bytes);
  if (text === undefined || !/^\s*\{/.test(text.slice(0, 100))) return undefined;
  const webhook = findWebhook(text);
  if (webhook === undefined) return undefined;
  const { datasetIds, records } = idKey === recordIdKey ? scanNesting(text, idKey) : scanNames(text, shape);
  return { text, datasetIds: [...datasetIds], records, webhook: webhook.value };
}

function scanNames(text: string, { idKey, recordIdKey }: DatasetShape) {
  const datasetIds = new Set<string>();
  for (const [, id = ''] of text.matchAll(new RegExp(`"${idKey}"\\s*:\\s*"([^"]+)"`, 'g'))) datasetIds.add(id);
  return { datasetIds, records: count(text, `"${recordIdKey}"`) };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The root's member `webhook`, if it is the only one of that name and is before or after all large members. */
function findWebhook(text: string): { readonly value: unknown } | undefined {
  const place = text.indexOf('"webhook"');
  if (place === -1) return { value: undefined };
  if (text.indexOf('"webhook"', place + 1) !== -1) return undefined;
  const after = text.slice(place);
  const before = text.slice(0, text.indexOf('"datasets"')).trimEnd();
  // Only a member of the root yields a complete object. Elsewhere, unmatched brackets remain.
  if (after.length < webhookReach) return parsed(`{${after}`);
  if (place < before.length && before.length < webhookReach) return parsed(`${before.replace(/,$/, '')}}`);
  return undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text).webhook };
  } catch {
    return undefined;
  }
}

function count(text: string, part: string): number {
  let found = 0;
  for (let place = text.indexOf(part); place !== -1; place = text.indexOf(part, place + part.length)) found += 1;
  return found;
}

/** Depth of the members of a dataset, `{datasets: [{here}]}`, and of its records, `{datasets: [{payslips: [{`. */
const depthOfDataset = 3;
const depthOfRecord = 5;

const quote = 0x22;
const openings = new Set([0x7b, 0x5b]);
const closings = new Set([0x7d, 0x5d]);

/**
 * Finds dataset ids by nesting depth, for services whose records use the same key for their ids. The text has no
 * backslash.
 */
function scanNesting(text: string, idKey: string): { readonly datasetIds: Set<string>; readonly records: number } {
  const datasetIds = new Set<string>();
  let records = 0;
  let depth = 0;
  /** The name of the next member. */
  let name: string | undefined;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === quote) {
      const end = text.indexOf('"', place + 1);
      if (end === -1) break;
      if (depth === depthOfDataset) {
        const part = text.slice(place + 1, end);
        if (isName(text, end + 1)) name = part;
        else if (name === idKey && part !== '') datasetIds.add(part);
      }
      place = end;
    } else if (openings.has(code)) {
      depth += 1;
      if (depth === depthOfRecord) records += 1;
    } else if (closings.has(code)) depth -= 1;
  }
  return { datasetIds, records };
}

/** Returns whether a colon follows. */
function isName(text: string, from: number): boolean {
  let place = from;
  while (text.charCodeAt(place) <= 0x20) place += 1;
  return text[place] === ':';
}
