import type { MultipartBody } from '@understudy/contract';
import type { HandlerContext } from './context.js';
import type { ErrorResult } from './error-result.js';
import type { JsonStream, RawJson } from './transport/json-stream.js';

/** A form body as decoded name-value pairs, in order. */
export type FormPairs = ReadonlyArray<readonly [string, string]>;

type Part<Op, Name extends string> = Op extends { parameters: infer Parameters }
  ? Name extends keyof Parameters
    ? NonNullable<Parameters[Name]>
    : Record<string, never>
  : Record<string, never>;

type ContentOf<Content, ReadsForms> = 'application/json' extends keyof Content
  ? Content['application/json']
  : 'application/x-www-form-urlencoded' extends keyof Content
    ? ReadsForms extends true
      ? Content['application/x-www-form-urlencoded']
      : FormPairs
    : 'multipart/form-data' extends keyof Content
      ? MultipartBody<Content['multipart/form-data']>
      : Uint8Array;

type BodyOf<Op, ReadsForms> = Op extends { requestBody: { content: infer Content } }
  ? ContentOf<Content, ReadsForms>
  : Op extends { requestBody?: infer Optional }
    ? [NonNullable<Optional>] extends [never]
      ? undefined
      : NonNullable<Optional> extends { content: infer Content }
        ? ContentOf<Content, ReadsForms> | undefined
        : undefined
    : undefined;

/**
 * The input of a handler, validated and coerced, with defaults applied. `Op` is an operation of the generated types;
 * `ReadsForms` is true if the simulator reads forms as objects.
 */
export interface TypedHandlerInput<Op, ReadsForms = false> {
  readonly path: Part<Op, 'path'>;
  readonly query: Part<Op, 'query'>;
  readonly headers: Part<Op, 'header'>;
  readonly body: BodyOf<Op, ReadsForms>;
}

/** A success response. Its media type is the documented one by default. */
export interface SuccessResponse<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body?: Body;
  /** `set-cookie`, in lower case, has one cookie per line. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * True if the body shows stored data, even if it violates the description. A violation is then a journal note instead
   * of a defect.
   */
  readonly showsStored?: boolean;
}

type ResponseBody<Response> = Response extends { content: infer Content }
  ? 'application/json' extends keyof Content
    ?
        | Content['application/json']
        | RawJson
        | JsonStream
        | (Exclude<keyof Content, 'application/json'> extends never ? never : Uint8Array)
    : string | Uint8Array | AsyncIterable<string>
  : undefined;

type Success = 200 | 201 | 202 | 204 | 302 | 303;

/** The documented success responses of an operation. */
export type DocumentedResponse<Op> = Op extends { responses: infer Responses }
  ?
      | {
          [Status in keyof Responses & Success]: ResponseBody<Responses[Status]> extends undefined
            ? SuccessResponse<Status & number, undefined>
            : SuccessResponse<Status & number, ResponseBody<Responses[Status]>> & {
                readonly body: ResponseBody<Responses[Status]>;
              };
        }[keyof Responses & Success]
      | ('default' extends keyof Responses ? SuccessResponse<number, undefined> : never)
  : never;

export function isErrorResult(result: SuccessResponse | ErrorResult): result is ErrorResult {
  return 'refused' in result;
}

export type OperationHandler<Op, Ctx extends HandlerContext = HandlerContext> = (
  input: TypedHandlerInput<Op>,
  context: Ctx,
) => Promise<DocumentedResponse<Op> | ErrorResult>;

/** A handler for each operation. A missing handler is a type error. */
export type OperationHandlers<Operations, Ctx extends HandlerContext = HandlerContext> = {
  readonly [Id in keyof Operations]: OperationHandler<Operations[Id], Ctx>;
};
