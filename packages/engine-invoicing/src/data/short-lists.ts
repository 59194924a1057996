import { CodeList } from './code-list.js';

/** UNTDID 1001, the codes of credit notes. */
export const creditNoteTypeCodes = new CodeList('81 83 261 262 296 308 381 396 420 458 502 503 532');

/** UNTDID 2005, as EN 16931 restricts it for UBL. */
export const vatPointCodes = new CodeList('3 35 432');

/** UNCL 5305 VAT categories. */
export const vatCategories = new CodeList('AE L M E S Z G O K B');

/** Media types of embedded documents. */
export const mimeTypes = new CodeList(`
application/pdf image/png image/jpeg text/csv application/vnd.oasis.opendocument.spreadsheet
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
`);

/** UNTDID 1001, the types of invoices that Peppol takes. */
export const peppolInvoiceTypeCodes = new CodeList(`
71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877
`);

/** UNTDID 1001, the types of credit notes that Peppol takes. */
export const peppolCreditNoteTypeCodes = new CodeList('381 396 81 83 532');
