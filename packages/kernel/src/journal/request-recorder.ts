import type { Finding } from '@understudy/contract';
import type { OutgoingResponse } from '../transport/incoming-request.js';
import type { Journal } from './journal.js';
import type { RecordedEntry } from './journal-entry.js';
import { RecordedBody } from './recorded-body.js';

interface CompletedRequest {
  readonly api: string;
  readonly operationId: string | undefined;
  readonly tenantId: string | undefined;
  readonly jobId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly response: OutgoingResponse;
  readonly milliseconds: number;
  readonly note: string | undefined;
}

/** Records a request in its journal entry. Does nothing if there is no entry. */
export class RequestRecorder {
  readonly #journal: Journal | undefined;
  readonly #entry: RecordedEntry | undefined;
  readonly #remarks: string[] = [];

  constructor(journal?: Journal, entry?: RecordedEntry) {
    this.#journal = journal;
    this.#entry = entry;
  }

  /** The journal entry; undefined if the request is not recorded. */
  get entry(): Readonly<RecordedEntry> | undefined {
    return this.#entry;
  }

  error(message: string): void {
    if (this.#entry !== undefined) this.#entry.error = message;
  }

  fault(rule: string): void {
    if (this.#entry !== undefined) this.#entry.fault = rule;
  }

  note(text: string | undefined): void {
    if (this.#entry !== undefined) this.#entry.note = text;
  }

  /** Adds a sentence to the note. A handler cannot replace it. */
  remark(text: string): void {
    if (this.#entry !== undefined) this.#remarks.push(text);
  }

  /** Records all findings, because an API can report only the first. */
  findings(findings: readonly Finding[]): void {
    if (this.#entry === undefined) return;
    const recorded = findings.map(({ ruleId, message, pointer }) => ({ ruleId, message, pointer }));
    this.#entry.refusal = { code: '', message: '', findings: recorded };
  }

  refusal(code: string, message: string): void {
    if (this.#entry === undefined) return;
    this.#entry.refusal = { code, message, findings: this.#entry.refusal?.findings ?? [] };
  }

  complete({ api, operationId, tenantId, jobId, response, headers, body, milliseconds, note }: CompletedRequest): void {
    const entry = this.#entry;
    const journal = this.#journal;
    if (entry === undefined || journal === undefined) return;
    const sent = body.length === 0 ? null : new RecordedBody(body, headers['content-type'] || 'application/json');
    entry.api = api;
    entry.operationId = operationId;
    entry.tenantId = tenantId;
    entry.jobId = jobId;
    entry.status = response.status;
    entry.durationMilliseconds = Math.round(milliseconds * 1000) / 1000;
    entry.request = { headers, body: sent };
    entry.response = { headers: response.headers, body: responseBody(journal, response) };
    const notes = [entry.note, note, ...this.#remarks].filter((text) => text !== undefined);
    if (notes.length > 0) entry.note = notes.join(' ');
    journal.complete(entry);
  }
}

function responseBody(journal: Journal, { body, headers }: OutgoingResponse): RecordedBody | null {
  if (body === undefined || !(typeof body === 'string' || body instanceof Uint8Array) || body.length === 0) return null;
  return journal.answerOf(body, headers['content-type']);
}
