import type { InvoiceFacts } from '../exchange/entities.js';

/** A PDF page with the record of an invoice: enough to look at, not a layout to rely on. */
export function imageOf(facts: InvoiceFacts): Uint8Array {
  const { creditNote, number, date, dueDate, currency, sum, tax, reference, sender, recipient } = facts;
  const lines = [
    `${creditNote ? 'Credit note' : 'Invoice'} ${number}`,
    `Date ${date}${dueDate === undefined ? '' : `, due ${dueDate}`}`,
    `From ${sender.name ?? ''} ${sender.bid ?? ''}`,
    `To ${recipient.name ?? ''} ${recipient.bid ?? ''}`,
    `Total ${sum.toFixed(2)} ${currency}, tax ${tax.toFixed(2)}`,
    ...(reference === undefined ? [] : [`Reference ${reference}`]),
  ];
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 18 TL 60 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  pdf += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/** WinAnsi has the letters of western Europe at the positions of Latin-1. Other characters become question marks. */
function escapeText(text: string): string {
  const known = [...text].map((letter) => ((letter.codePointAt(0) ?? 0) < 256 ? letter : '?')).join('');
  return known.replace(/[\\()]/g, '\\$&');
}
