/** Readers of callers' files. They run in a worker thread, through {@link readUpload}. */
export { readDocument } from './documents/read-document.js';
export { readInvoiceFile } from './invoices/read-invoice-file.js';
export { formFields } from './print/form-fields.js';
export { readPackage } from './print/read-package.js';
export { judgeInvoice } from './validate/judge-invoice.js';
export { figuresOfInvoice } from './views/figures-of-invoice.js';
