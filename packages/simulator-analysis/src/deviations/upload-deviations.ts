import { type Deviations, deviationTable, handle, overrideContext, refuseWhen } from '@understudy/kernel/deviations';

/** Deviations of uploads, shared by the time and payroll APIs. */
export function uploadDeviations({ name }: { readonly name: string }): Deviations {
  return deviationTable({
    [`${name}.presign.type-values: the type descriptions is refused`]: refuseWhen(
      'getPresignedUrl',
      400,
      ({ query }) => query['type'] === 'descriptions',
    ),
    [`${name}.upload.no-token: the upload answers 401 without a token`]: refuseWhen(
      'uploadData',
      401,
      (_input, context) => context.request.headers['authorization'] === undefined,
    ),
    [`${name}.upload.no-content-type: an upload with a Content-Type is accepted`]: handle(
      'uploadData',
      (next, input, context) => {
        const { 'content-type': _gone, ...headers } = context.request.headers;
        return next(input, overrideContext(context, { request: { ...context.request, headers } }));
      },
    ),
  });
}
