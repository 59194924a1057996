import { isRejection, readInvoice, validateInvoice } from '@understudy/engine-invoicing';
import type { Inspector } from '@understudy/kernel/inspect';
import { renderInvoiceHtml } from './invoice-html.js';
import { formatInvoiceText, type InspectedInvoice } from './invoice-report.js';

export const inspectInvoiceView: Inspector = async ({ argument: file, bytes: read }) => {
  const bytes = await read();
  const document = readInvoice(bytes);
  if (isRejection(document)) throw unreadable(file, document);
  const result = validateInvoice(bytes);
  if (isRejection(result)) throw unreadable(file, result);
  const { findings } = result;
  const inspected: InspectedInvoice = { document, findings };
  return {
    json: { ...document, findings },
    text: () => formatInvoiceText(inspected),
    picture: () => renderInvoiceHtml(inspected),
    faulty: findings.some(({ severity }) => severity === 'fatal'),
  };
};

function unreadable(
  file: string,
  { reason, line, column }: { reason: string; line?: number; column?: number },
): RangeError {
  const place = [line, column].filter((part) => part !== undefined).join(':');
  return new RangeError(`${file}${place === '' ? '' : `:${place}`} cannot be read: ${reason}`);
}
