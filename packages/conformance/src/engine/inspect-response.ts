import {
  decodeBody,
  type Finding,
  joinPointer,
  type Operation,
  type ResponsePart,
  type ResponseParts,
} from '@understudy/contract';
import type { MessageView } from '../expressions/evaluate-expression.js';
import { splitPointer, wildcardArrayIndexes } from '../expressions/json-pointer.js';
import type { HttpResponse } from '../targets/target.js';

/** A response decoded for expressions, with all its contract violations. */
interface Inspection {
  view: NonNullable<MessageView['response']>;
  findings: Finding[];
}

/** Decodes a response and validates it against its operation. Violations do not change the course of the run. */
export function inspectResponse(response: HttpResponse, operation: Operation | undefined): Inspection {
  const mediaType = response.headers['content-type'];
  const empty = response.body.byteLength === 0;
  const text = new TextDecoder().decode(response.body);
  const decoded = empty ? { value: undefined } : decodeBody(response.body, mediaType);
  const readable = 'value' in decoded;
  const view = { status: response.status, headers: response.headers, body: readable ? decoded.value : text, text };
  if (operation === undefined) return { view, findings: [] };
  const prefix = `${operation.operationId} answered ${response.status}: `;
  const parts: ResponseParts = { status: response.status, headers: response.headers, body: view.body, empty };
  if (mediaType !== undefined) parts.mediaType = mediaType;
  const findings = readable ? operation.validateResponse(parts) : [decoded.finding];
  const about = { kind: 'contract' as const, status: response.status };
  return {
    view,
    findings: findings.map((finding) => ({
      ...finding,
      message: prefix + finding.message,
      about: { ...about, ...partAt(finding.pointer) },
    })),
  };
}

function partAt(pointer: string): ResponsePart {
  const [part, ...rest] = splitPointer(pointer);
  if (part === 'status') return { part };
  if (part === 'headers') return { part: 'header', name: (rest[0] ?? '').toLowerCase() };
  return { part: 'body', pointer: wildcardArrayIndexes(joinPointer('', ...rest)) };
}
