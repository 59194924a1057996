import type { JournalEntry } from '../api/types.js';
import { visibleText } from './json-view.js';
import { chooseStateTone, chooseStatusTone, type TagTone } from './status-tag.js';

/** One-line summary of an entry. */
interface Summary {
  /** The method of a request, otherwise the kind of entry. */
  readonly kind: string;
  readonly text: string;
  /** Secondary text. */
  readonly aside: string;
  readonly mark?: { readonly text: string; readonly tone: TagTone };
}

export function summarizeEntry(entry: JournalEntry): Summary {
  const { type, method = '', url = '', status, api = '', operationId, jobId } = entry;
  const { from, to = '', attempt, outcome = '', refusal, error } = entry;
  const reason = refusal?.message || error;
  const state = status === undefined ? {} : { mark: { text: String(status), tone: chooseStatusTone(status) } };
  if (type === 'transition') {
    const change = from === undefined ? to : `${from} → ${to}`;
    return { kind: 'JOB', text: `${jobId} ${change}`, aside: api, mark: { text: to, tone: chooseStateTone(to) } };
  }
  if (type === 'delivery') {
    const mark = { text: status === undefined ? outcome : String(status), tone: chooseStateTone(outcome) };
    const address = url.replace(/^https?:\/\//, '');
    const text = method === 'POST' ? address : `${method} ${address}`;
    return { kind: 'HOOK', text, aside: reason ?? `${api}, attempt ${attempt}`, mark };
  }
  if (type === 'edit') return { kind: 'EDIT', text: stripSandboxPrefix(url), aside: operationId ?? '' };
  if (type === 'message') return { kind: 'INBOX', text: url, aside: method, ...state };
  if (type === 'clock') return { kind: 'CLOCK', text: `${from?.slice(0, 19)} → ${to.slice(0, 19)}`, aside: '' };
  return {
    kind: method,
    text: stripSandboxPrefix(url),
    aside: visibleText(reason ?? operationId ?? 'no operation'),
    ...state,
  };
}

/** Removes the common sandbox prefix. */
export function stripSandboxPrefix(url: string): string {
  return url.replace(/^\/~[^/]*/, '');
}
