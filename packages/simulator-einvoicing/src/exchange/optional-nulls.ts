import type { Handler } from '@understudy/kernel';
import { settings } from '../settings.js';

/** A handler whose records omit empty keys if `nullKeys` requires it (einvoicing.gap.invoice-record). */
export function optionalNulls<Operation>(serve: Handler<Operation>): Handler<Operation> {
  return async (input, context) => {
    const answer = await serve(input, context);
    const isFile = Object(answer).body instanceof Uint8Array;
    if ('refused' in answer || isFile || context.settings.of(settings.nullKeys) === 'shown') return answer;
    return JSON.parse(JSON.stringify(answer), (_key, value) => value ?? undefined);
  };
}
