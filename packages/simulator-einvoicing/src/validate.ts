import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { einvoicingErrors } from './errors.js';
import { readNamedFiles } from './exchange/files.js';
import { readUpload } from './exchange/read-upload.js';
import type { components } from './generated/types.js';
import { einvoicingSettings } from './settings.js';

/** Validates an invoice against its structure and the business rules (einvoicing.gap.validator-endpoints). */
export async function validate(
  { body }: { readonly body: { readonly parts: Parameters<typeof readNamedFiles>[0] } },
  context: Pick<HandlerContext, 'compute' | 'settings'>,
): Promise<ErrorResult | { readonly status: 200; readonly body: components['schemas']['ValidationResult'] }> {
  const files = readNamedFiles(body.parts, 'file');
  if ('refused' in files) return files;
  const [file] = files;
  if (file === undefined) return einvoicingErrors.badRequest(['/body/file is required: the invoice as XML']);
  const stopAtSchema = context.settings.of(einvoicingSettings.schemaFindings) === 'stop';
  const judged = await readUpload(context, 'judgeInvoice', { bytes: file.bytes, stopAtSchema });
  if ('tooCostly' in judged) return einvoicingErrors.badRequest([`/body/file: ${judged.tooCostly}`]);
  if ('fault' in judged) return einvoicingErrors.badRequest([judged.fault]);
  const { findings } = judged;
  return { status: 200, body: { valid: findings.every(({ severity }) => severity === 'warning'), findings } };
}
