import { isJson, isObject, stringifyJson } from '@understudy/contract';
import { defineCollection, type SuccessResponse } from '@understudy/kernel';
import { findSuccessBody, getMember, listPathParameters, toPathShape } from '@understudy/model';
import { createSession, type HandlerResult, type OperationRequest, readSource, statementOf } from './api-runtime.js';
import { describeFile, findUpload, type SentFile } from './upload.js';

interface StoredFile {
  readonly mediaType: string;
  /** Base64. */
  readonly content: string;
}

/** Maximum size of a stored file. */
const mostBytes = 8 * 2 ** 20;

const files = defineCollection<StoredFile>('files of things');

/** Adds the name, size and type of an uploaded file to the operation's input, if the entity has such members. */
export function addFileMetadata(request: OperationRequest): OperationRequest {
  const { served, plan, input } = request;
  const { body } = input;
  const file = fileIn(request);
  const { resource } = plan;
  if (file === undefined || resource === undefined || !isObject(body) || !isObject(body['fields'])) return request;
  const { schemas } = served.plan;
  const fields = { ...body['fields'] };
  const facts = describeFile(file);
  const { properties } = schemas.chosen(resource.schema);
  const factOf = (name: string) => schemas.names.get(name)?.file;
  // A new record gets the name of its file as its title, unless another member stores the file name.
  const hasTitle = plan.does === 'create' && ![...properties.keys()].some((name) => factOf(name) === 'name');
  for (const [name, property] of properties) {
    const what = factOf(name);
    const value =
      what === undefined || (what === 'title' && !hasTitle) ? undefined : facts[what === 'title' ? 'name' : what];
    const isNumber = schemas.chosen(property).types.includes('integer');
    if (value !== null && value !== undefined && isNumber === (typeof value === 'number')) fields[name] ??= value;
  }
  return { ...request, input: { ...input, body: { ...body, fields } } };
}

/** Stores an uploaded file with the entity that the request creates or refers to. */
export function storeFile(request: OperationRequest, result: HandlerResult): Promise<void> | undefined {
  const file = fileIn(request);
  return file === undefined || 'refused' in result ? undefined : storeSent(request, result, file);
}

async function storeSent(request: OperationRequest, result: SuccessResponse, file: SentFile): Promise<void> {
  const { plan, context } = request;
  const key = fileKey(request, getMember(result.body, plan.wrapped.join('.')));
  if (key === undefined) return;
  if (file.bytes.length > mostBytes) {
    context.note(`The file has ${file.bytes.length} bytes; files above ${mostBytes} are not stored`);
    return;
  }
  const content = Buffer.from(file.bytes).toString('base64');
  await context.scopes.shared.collection(files).put(key, { mediaType: file.mediaType, content });
}

export function readStoredFile(request: OperationRequest): SuccessResponse | undefined {
  const { served, plan, context } = request;
  const described = findSuccessBody(plan);
  if (plan.operation.method !== 'GET' || described === undefined) return undefined;
  const { types } = served.plan.schemas.shape(described.schema).flat;
  if (isJson(described.type) && !types.includes('string')) return undefined;
  const key = fileKey(request, undefined);
  const file = key === undefined ? undefined : context.scopes.shared.collection(files).getSync(key);
  if (file === undefined) return undefined;
  const response = plan.responses.find(({ key: status }) => status.startsWith('2'));
  const isDescribed = response?.content.has(file.mediaType.split(';')[0]?.trim() ?? '') === true;
  const type = described.type.includes('*') || isDescribed ? file.mediaType : described.type;
  const body = new Uint8Array(Buffer.from(file.content, 'base64'));
  return { status: plan.statuses[0] ?? 200, headers: { 'content-type': type }, body };
}

function fileIn(request: OperationRequest): SentFile | undefined {
  return findUpload(request.context, request.input.body, statementOf(request)?.upload);
}

/** The key of a file: by its record if the model says so, or else by the path. */
function fileKey(request: OperationRequest, shown: unknown): string | undefined {
  const { served, plan, input } = request;
  const { operation } = plan;
  const { upload, file } = statementOf(request) ?? {};
  const values = listPathParameters(operation.path).map((name) => String(input.path[name]));
  const resource = plan.resource ?? served.resourcesByName.get(file ?? '');
  if (resource === undefined || (upload === undefined && file === undefined))
    return stringifyJson([toPathShape(operation.path), ...values]);
  const isBelow = plan.resource === undefined;
  const parents = isBelow
    ? values.slice(0, resource.parents)
    : plan.parents.map((each) => String(readSource(each, input)));
  const general = served.plan.behavior.operations.get(operation.operationId)?.key;
  const inPath = isBelow ? values[resource.parents] : plan.key && readSource(plan.key, input);
  const named = general === undefined ? inPath : createSession(request).keyOf(general);
  const key = named ?? getMember(shown, resource.key ?? 'id');
  return key === undefined ? undefined : stringifyJson([resource.shape, ...parents, String(key)]);
}
