import type { Envelope, Refusal } from '@understudy/kernel';
import { titleOf } from './errors.js';
import { placeOf } from './place-of.js';

/** Every error as a problem body (RFC 9457; rostering.gap.error-body). */
export function problemEnvelope({ status, message, findings = [] }: Refusal): Envelope {
  const errors: Record<string, string[]> = {};
  for (const finding of findings) {
    const place = placeOf(finding.pointer);
    errors[place] = [...(errors[place] ?? []), finding.message];
  }
  return {
    mediaType: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: titleOf(status),
      status,
      detail: message,
      ...(findings.length === 0 ? {} : { errors }),
    },
  };
}
