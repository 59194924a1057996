import { omitUndefined } from '@understudy/contract';
import { handleForVerified } from '../access/acting-company.js';
import { addAddressScheme, findCompanyByEndpoint, type LookupContext, takeNextNumber } from '../access/find-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections } from '../exchange/entities.js';
import { readNamedFiles, type SentFile, storeFiles } from '../exchange/files.js';
import { readUpload } from '../exchange/read-upload.js';
import type { components } from '../generated/types.js';
import { missingSchemeMessage, unknownOperatorMessage } from '../invoices/choose-route.js';
import { pickFields } from '../list-page.js';
import { isBankOperator, isKnownOperator } from '../operators.js';
import { canReceiveDocuments } from '../profiles/registrations.js';
import { failDocument, startDocument } from './deliver-document.js';
import { type DocumentFile, documentCollections, type StoredDocument } from './entities.js';
import { presentDocument } from './get-document.js';

type DocumentRouting = { readonly network: 'INTERNAL' | 'PEPPOL' } | { readonly reason: string };

/** Finds the route of a document without a lookup (einvoicing.documents.no-lookup). */
async function routeDocument(
  lookup: LookupContext,
  { eia, operator }: { readonly eia: string; readonly operator: string | undefined },
  type: string,
): Promise<DocumentRouting> {
  if (operator !== undefined && !isKnownOperator(operator)) return { reason: unknownOperatorMessage(operator) };
  const here = await findCompanyByEndpoint(lookup, eia);
  if (here !== undefined && (await canReceiveDocuments(lookup, here.id, 'INTERNAL', type)))
    return { network: 'INTERNAL' };
  if (operator !== undefined && isBankOperator(operator)) {
    return { reason: `The bank network, which ${operator} is reached through, carries invoices only` };
  }
  if (addAddressScheme(eia) === undefined && operator === undefined) return { reason: missingSchemeMessage(eia) };
  return { network: 'PEPPOL' };
}

type Fields = components['schemas']['DocumentUpload'];

interface TypedFile extends SentFile {
  readonly type: DocumentFile['type'];
}

/** Accepts a trading document and sends it without a lookup (einvoicing.documents.no-lookup). */
export const createDocument = handleForVerified<'createDocument'>(
  async ({ body, query }, context, { company, scope }) => {
    const { fields, parts } = body;
    const files = typedFiles(parts);
    if ('refused' in files) return files;
    const [primary] = files;
    if (primary === undefined) return einvoicingErrors.badRequest(['/body/file is required: the document']);
    const facts = await readUpload(context, 'readDocument', primary.bytes);
    if ('tooCostly' in facts) return einvoicingErrors.badRequest([`/body/file: ${facts.tooCostly}`]);
    const type = fields.type ?? facts.type ?? 'UNKNOWN';
    if (type === 'INVOICE' || type === 'CREDIT_NOTE') {
      return einvoicingErrors.unprocessable(
        'document_type_not_supported',
        'Invoices and credit notes are sent at /v1/invoices',
      );
    }
    const eia = fields.recipient_eia ?? facts.recipient.eia;
    const missing = facts.recipient.eia === undefined ? missingRecipient(fields) : [];
    if (eia === undefined || missing.length > 0) return einvoicingErrors.badRequest(missing);
    const { transmission_id: transmissionId } = fields;
    const transmissions = scope.collection(documentCollections.transmissions);
    if (transmissionId !== undefined) {
      if ((await transmissions.get(transmissionId)) !== undefined) {
        return einvoicingErrors.unprocessable(
          'document_duplicate_transmission_id',
          'A document with this transmission_id was sent already',
        );
      }
      await transmissions.put(transmissionId, { companyId: company.id });
    }

    const id = context.ids.next('document');
    const now = context.clock.now();
    const routing = await routeDocument(context, { eia, operator: fields.recipient_operator }, type);
    const stored = await storeFiles(scope, context.ids, { documentId: id }, files);
    const document: StoredDocument = {
      id,
      order: await takeNextNumber(scope, exchangeCollections.exchanged),
      direction: 'SENT',
      type,
      status: 'PROCESSING',
      ...(facts.number === undefined ? {} : { number: facts.number }),
      ...omitUndefined({ documentIdentifier: facts.documentIdentifier, processIdentifier: facts.processIdentifier }),
      format: facts.format,
      sender: omitUndefined({
        eia: fields.sender_eia ?? facts.sender.eia,
        bid: company.bid,
        name: fields.sender_name ?? facts.sender.name ?? company.name,
        country: fields.sender_country ?? facts.sender.country ?? company.country,
      }),
      recipient: omitUndefined({
        eia,
        name: fields.recipient_name ?? facts.recipient.name,
        country: fields.recipient_country ?? facts.recipient.country,
        operator: fields.recipient_operator,
      }),
      ...omitUndefined({ transmissionId, transmissionAt: fields.transmission_at, externalId: fields.external_id }),
      ...('network' in routing ? { network: routing.network } : {}),
      createdAt: now.toISOString(),
      events: [{ code: 'CREATED', message: 'Accepted', created_at: now.toISOString() }],
      files: stored.map((file, index) => ({ ...file, type: files[index]?.type ?? 'OTHER' })),
    };
    await context.scopes.shared.collection(exchangeCollections.exchanged).put(id, { companyId: company.id });
    const onItsWay =
      'reason' in routing
        ? await failDocument(context, company, document, routing.reason)
        : await startDocument(context, company, document, routing.network);
    return { status: 201, body: pickFields(presentDocument(onItsWay, context.baseUrl), query['fields[]']) };
  },
);

/** The parameters that are required if the file does not have them (einvoicing.documents.no-lookup). */
function missingRecipient({ recipient_eia, recipient_operator }: Fields): string[] {
  const because = 'is required: the file names no recipient, and nobody is looked up';
  return [
    ...(recipient_eia === undefined ? [`/body/recipient_eia ${because}`] : []),
    ...(recipient_operator === undefined
      ? [`/body/recipient_operator ${because}; the codes are at GET /v1/definitions/operators`]
      : []),
  ];
}

/**
 * Returns `file`, then each `files[n]` ordered by n, so that the primary file is first
 * (einvoicing.gap.documents-post-params).
 */
function typedFiles(parts: Parameters<typeof readNamedFiles>[0]) {
  const single = readNamedFiles(parts, 'file');
  if ('refused' in single) return single;
  const typed: TypedFile[] = single.map((file, index) => ({ ...file, type: index === 0 ? 'PRIMARY_FILE' : 'OTHER' }));
  const numbers = new Set(parts.flatMap(({ name }) => /^files\[(\d+)\]\[file\]$/.exec(name)?.[1] ?? []));
  for (const number of [...numbers].sort((a, b) => Number(a) - Number(b))) {
    const named = readNamedFiles(parts, `files[${number}][file]`);
    if ('refused' in named) return named;
    const stated = parts.find(({ name }) => name === `files[${number}][file_type]`);
    const given = stated === undefined ? undefined : new TextDecoder().decode(stated.bytes);
    const type = given === 'ATTACHMENT' || given === 'OTHER' || given === 'PRIMARY_FILE' ? given : undefined;
    typed.push(
      ...named.map(
        (file) => ({ ...file, type: type ?? (typed.length === 0 ? 'PRIMARY_FILE' : 'ATTACHMENT') }) as const,
      ),
    );
  }
  return typed.toSorted((a, b) => Number(b.type === 'PRIMARY_FILE') - Number(a.type === 'PRIMARY_FILE'));
}
