import type { Operation } from '@understudy/contract';
import type { Refusal } from '@understudy/kernel';
import { notAcceptable, unsupportedMediaType } from './errors.js';

const json = 'application/json';

/** 415 before 406, both before other checks but the token (rostering.gap.error-codes-meaning, .content-type). */
export function checkMediaTypes(
  { requestBody }: Pick<Operation, 'requestBody'>,
  headers: Readonly<Record<string, string>>,
): Refusal | undefined {
  const type = headers['content-type'];
  if (requestBody?.content[json] !== undefined && essence(type ?? '') !== json) return unsupportedMediaType(type);
  const accept = headers['accept'];
  if (accept === undefined || accept.trim() === '' || accepts(accept)) return undefined;
  return notAcceptable(accept);
}

/** Whether an Accept header includes JSON. The most specific range decides (RFC 9110 section 12.5.1). */
function accepts(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
    return { range: essence(range), wanted: quality === undefined || Number(quality) > 0 };
  });
  for (const closest of [json, 'application/*', '*/*']) {
    const found = ranges.find(({ range }) => range === closest);
    if (found !== undefined) return found.wanted;
  }
  return false;
}

function essence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
