import type { DatasetShape } from '../service.js';
import { scanNesting } from './scan-nesting.js';

/** Below this many bytes reading the whole body costs nothing that anyone would notice. */
const largeUpload = 128 * 1024;
/** A webhook with its surroundings is shorter than this. */
const webhookReach = 4096;

/** What must be known of an upload before its job runs. */
export interface ScannedUpload {
  readonly text: string;
  /** Ids that the body gives to datasets, and perhaps to things that are none. */
  readonly datasetIds: readonly string[];
  readonly records: number;
  readonly webhook: unknown;
}

/**
 * Finds in a large upload what its job is to wait for, without reading it as JSON: that takes tens of milliseconds for
 * a megabyte, in which no one else is answered, and the job's thread will do it anyway. Rests on there being no
 * backslash: then a quotation mark begins or ends a text, wherever it stands.
 *
 * @returns undefined for an upload that has to be read as a whole: a small one, one with a backslash, one that is not UTF-8,
 *   or one whose webhook lies in the midst of it
 */
export function scanUpload(bytes: Uint8Array, shape: DatasetShape): ScannedUpload | undefined {
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

/** The root's member `webhook`, when it is the only one of that name and comes before or after everything large. */
function findWebhook(text: string): { readonly value: unknown } | undefined {
  const place = text.indexOf('"webhook"');
  if (place === -1) return { value: undefined };
  if (text.indexOf('"webhook"', place + 1) !== -1) return undefined;
  const after = text.slice(place);
  const before = text.slice(0, text.indexOf('"datasets"')).trimEnd();
  // Only members of the root make a whole object: of any other place, brackets are left over.
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
