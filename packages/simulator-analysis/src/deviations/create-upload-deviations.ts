import {
  createDeviationTable,
  type DeviationTable,
  overrideContext,
  rejectWhen,
  wrapHandlers,
} from '@understudy/kernel/deviations';

/** Deviations of uploads, shared by the time and payroll APIs. */
export function createUploadDeviations({ name }: { readonly name: string }): DeviationTable {
  return createDeviationTable({
    [`${name}.presign.type-values: the type descriptions is refused`]: rejectWhen(
      'getPresignedUrl',
      400,
      ({ query }) => query['type'] === 'descriptions',
    ),
    [`${name}.upload.no-token: the upload answers 401 without a token`]: rejectWhen(
      'uploadData',
      401,
      (_input, context) => context.request.headers['authorization'] === undefined,
    ),
    [`${name}.upload.no-content-type: an upload with a Content-Type is accepted`]: wrapHandlers(
      'uploadData',
      (next, input, context) => {
        const { 'content-type': _gone, ...headers } = context.request.headers;
        return next(input, overrideContext(context, { request: { ...context.request, headers } }));
      },
    ),
  });
}
