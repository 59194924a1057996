import { isRejection, readInvoice, validateInvoice } from '@understudy/engine-invoicing';
import type { Figure } from '@understudy/kernel';
import { createInvoiceSections } from '../inspect/invoice-report.js';

const severities = { fatal: 'error', warning: 'warning' } as const;

export function createInvoiceFigures(bytes: Uint8Array): Figure[] {
  const document = readInvoice(bytes);
  if (isRejection(document)) return [unreadable(document.reason)];
  const result = validateInvoice(bytes);
  if (isRejection(result)) return [unreadable(result.reason)];
  const { findings } = result;
  const sections = createInvoiceSections({ document, findings }).slice(0, -1);
  return [
    ...sections.map(({ title, table, lines = [] }): Figure => {
      const [head = [], ...rows] = table ?? [];
      if (table === undefined) return { kind: 'text', title, lines };
      // Totals have two columns and no head.
      return head.length === 2 ? { kind: 'table', title, head: [], rows: table } : { kind: 'table', title, head, rows };
    }),
    {
      kind: 'findings',
      title: 'Rules that it breaks',
      findings: findings.map(({ ruleId, severity, message, location, line }) => ({
        ruleId,
        severity: severities[severity],
        message,
        place: `line ${line}, ${location}`,
      })),
    },
  ];
}

function unreadable(reason: string): Figure {
  return {
    kind: 'findings',
    title: 'The file cannot be read',
    findings: [{ ruleId: 'file', severity: 'error', message: reason }],
  };
}
