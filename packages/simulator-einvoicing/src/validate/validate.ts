import { builtModule, type Context, type Refusal } from '@understudy/kernel';
import { refusals } from '../errors.js';
import { filesNamed, type SentFile } from '../exchange/read-parts.js';
import type { components } from '../generated/types.js';
import type { Judged } from './judge-invoice.js';

interface Upload {
  readonly body: { readonly parts: Parameters<typeof filesNamed>[0] };
}

/** Above this many bytes a thread of its own judges the file, so that others are answered meanwhile. */
const largeFile = 64 * 1024;

/** Judges an invoice by its structure and the business rules (einvoicing.gap.validator-endpoints). */
export async function validate(
  { body }: Upload,
  context: Pick<Context, 'compute' | 'settings'>,
): Promise<Refusal | { readonly status: 200; readonly body: components['schemas']['ValidationFinding'][] }> {
  const files = filesNamed(body.parts, 'file');
  if ('refused' in files) return files;
  const [file] = files;
  if (file === undefined) return refusals.badRequest(['/body/file is required: the invoice as XML']);
  const judged = await judge(file, context);
  return 'fault' in judged ? refusals.badRequest([judged.fault]) : { status: 200, body: judged.findings };
}

async function judge({ bytes }: SentFile, context: Pick<Context, 'compute' | 'settings'>): Promise<Judged> {
  const file = { bytes, stopAtSchema: context.settings['schemaFindings'] === 'stop' };
  if (bytes.length > largeFile) {
    return context.compute({ module: builtModule(import.meta.url, './judge-invoice.js'), name: 'judgeInvoice' }, file);
  }
  // Loaded at the first file, so that a start does not wait for the rules.
  const { judgeInvoice } = await import('./judge-invoice.js');
  return judgeInvoice(file);
}
