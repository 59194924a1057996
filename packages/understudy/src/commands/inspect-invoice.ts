import { readFile, writeFile } from 'node:fs/promises';
import { exitCodes } from '@understudy/conformance';
import { Command } from 'commander';
import { invoiceHtml } from '../inspect/invoice-html.js';
import { type InspectedInvoice, invoiceText } from '../inspect/invoice-report.js';
import { WrongUse } from '../wrong-use.js';

interface InspectInvoiceFlags {
  readonly html?: string;
  readonly json?: boolean;
}

/** `understudy inspect invoice <file>`: what an invoice file says, and what is wrong with it. */
export function inspectInvoiceCommand(): Command {
  return new Command('invoice')
    .description('Show what a UBL or Finvoice file says, and which rules it breaks')
    .argument('<file>', 'the invoice as XML; - for standard input')
    .option('--html <file>', 'write the report to an HTML page, too')
    .option('--json', 'print the semantic model and the findings as one JSON object instead')
    .addHelpText(
      'after',
      '\nExit codes: 0 no fatal finding, 1 fatal findings, 2 the file cannot be read.\n\nExample:\n  understudy inspect invoice invoice.xml --html invoice.html',
    )
    .action(inspectInvoice);
}

async function inspectInvoice(file: string, { html, json = false }: InspectInvoiceFlags): Promise<void> {
  const { isRefusal, readInvoice, validateInvoice } = await import('@understudy/engine-invoicing');
  const bytes = await readBytes(file);
  const document = readInvoice(bytes);
  if (isRefusal(document)) throw unreadable(file, document);
  const result = validateInvoice(bytes);
  if (isRefusal(result)) throw unreadable(file, result);
  const inspected: InspectedInvoice = { document, findings: result.findings };

  if (json) console.log(JSON.stringify({ ...document, findings: result.findings }, null, 2));
  else console.log(invoiceText(inspected).join('\n').trimEnd());
  if (html !== undefined) {
    await writeFile(html, invoiceHtml(inspected)).catch((error: Error) => {
      throw new WrongUse(`${html} cannot be written: ${error.message}`);
    });
    console.error(`Wrote ${html}`);
  }
  if (result.findings.some(({ severity }) => severity === 'fatal')) process.exitCode = exitCodes.findings;
}

async function readBytes(file: string): Promise<Uint8Array> {
  if (file === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }
  return readFile(file).catch((error: Error) => {
    throw new WrongUse(`${file} cannot be read: ${error.message}`);
  });
}

function unreadable(
  file: string,
  { reason, line, column }: { reason: string; line?: number; column?: number },
): WrongUse {
  const place = [line, column].filter((part) => part !== undefined).join(':');
  return new WrongUse(`${file}${place === '' ? '' : `:${place}`} cannot be read: ${reason}`);
}
