import type { OperationHandler } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import type { operations } from '../generated/types.js';
import { printDurationSeconds } from '../policies.js';
import { authenticatePrint } from './authenticate-print.js';
import { printCollections, type StoredPrint } from './entities.js';
import { authenticationFailedMessage, createPrintError, createPrintResponse, readForm } from './read-form.js';

/** Computes the state of a package at an instant, by time unless the printing failed (einvoicing.gap.print-bodies). */
export function computePrintStatus(
  { receivedAt, letterClass, failure }: StoredPrint,
  now: Date,
): 'RECEIVED' | 'PROCESSING' | 'PRINTED' | 'FAILED' {
  if (failure !== undefined) return 'FAILED';
  const seconds = (now.getTime() - Date.parse(receivedAt)) / 1000;
  if (seconds < printDurationSeconds.processing) return 'RECEIVED';
  return seconds < printDurationSeconds.printed[letterClass] ? 'PROCESSING' : 'PRINTED';
}

/**
 * Returns the state of a package of the company by its id, or of the latest package with a name
 * (einvoicing.print.status).
 */
export const getPrintFileStatus: OperationHandler<operations['getPrintFileStatus']> = async (_input, context) => {
  const company = await authenticatePrint(context);
  if (company === undefined) return createPrintError(authenticationFailedMessage);
  const form = await readForm(context);
  if ('fault' in form) return createPrintError(form.fault);
  const [id, name] = [form.get('file_id')?.toLowerCase(), form.get('filename')];
  if (!id && !name) return createPrintError('FILE ID OR FILENAME MISSING');
  const prints = getCompanyScope(context, company.id).collection(printCollections.prints);
  const latestOf = async (filename: string): Promise<StoredPrint | undefined> =>
    (await prints.range('name', [filename], [filename], { limit: 1, reverse: true }))[0]?.value;
  const found = id ? await prints.get(id) : await latestOf(name ?? '');
  if (found === undefined) return createPrintError('FILE NOT FOUND');
  const reason = found.failure === undefined ? '' : ` ${found.failure.message}`;
  return createPrintResponse(`OK ${computePrintStatus(found, context.clock.now())}${reason}`);
};
