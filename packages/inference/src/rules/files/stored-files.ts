import { joinPointer } from '@understudy/contract';
import { type OperationPlan, type Resource, type SchemaReader, toPathShape } from '@understudy/model';
import { fileTypes } from '../../words/file-members.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

export const storedFiles: InferenceRule = {
  id: 'stored-files',
  says: 'A request with a file that creates or changes a record stores the file with it, and a GET of a file one word below the record returns it.',
  *infer({ plan: { schemas, operations } }: Knowledge): Iterable<InferredStatement> {
    for (const upload of operations.values()) {
      const { resource } = upload;
      const part = fileIn(schemas, upload);
      // A file below a record is stored by its own path.
      if (resource === undefined || part === undefined || upload.does === 'act') continue;
      const downloads = [...operations.values()].filter((each) => returnsFileOf(schemas, each, resource));
      if (downloads.length === 0) continue;
      yield statementOf(upload, 'upload', part);
      for (const each of downloads) yield statementOf(each, 'file', resource.name);
    }
  },
};

function statementOf({ operation }: OperationPlan, member: string, value: string): InferredStatement {
  const at = joinPointer('/operations', operation.operationId, member);
  return { at, value, reason: { from: placeOfOperation(operation), says: operation.path } };
}

/** The part of a request with a file. Files have no parts. */
function fileIn(schemas: SchemaReader, { operation }: OperationPlan): string | undefined {
  const content = Object.entries(operation.requestBody?.content ?? {});
  if (content.some(([type]) => fileTypes.test(type))) return 'file';
  const [, form] = content.find(([type]) => type === 'multipart/form-data') ?? [];
  const parts = [...schemas.chosen(form?.schema).properties];
  return parts.find(([, part]) => {
    const { format, contentMediaType } = schemas.chosen(part).keywords;
    return format === 'binary' || contentMediaType !== undefined;
  })?.[0];
}

function returnsFileOf(
  schemas: SchemaReader,
  { does, operation, responses }: OperationPlan,
  { shape }: Resource,
): boolean {
  const path = toPathShape(operation.path);
  const isBelow = path.startsWith(`${shape}/{}`) && /^(?:\/[^/{}]+)?$/.test(path.slice(shape.length + 3));
  const content = [...(responses.find(({ key }) => key.startsWith('2'))?.content ?? [])];
  // Some describe the content of any file as a text in JSON.
  const isFile =
    content.length > 0 &&
    content.every(([type, { schema }]) => !/[/+]json$/.test(type) || schemas.chosen(schema).types.join() === 'string');
  return does === 'answer' && operation.method === 'GET' && isBelow && isFile;
}
