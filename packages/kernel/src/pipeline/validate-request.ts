import {
  type decodeBody,
  type Finding,
  type Operation,
  type OperationInput,
  type SizeLimits,
  sizeFinding,
  withoutEmptyFields,
} from '@understudy/contract';

/** What of a request its operation judges, as it can go to another thread. */
export interface RequestToValidate {
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when the header is missing or empty. */
  readonly mediaType: string | undefined;
  /** Of the body; absent for an API whose work on a body does not grow with each copy. */
  readonly limits?: SizeLimits | undefined;
}

/** The findings about a request, and its parts by their documented names and types. */
export interface ValidatedRequest {
  readonly input: OperationInput;
  readonly findings: Finding[];
  /** Why the body could not even be decoded; stands for all findings but those of headers. */
  readonly broken?: Finding | undefined;
  /** The decoded body before it was taken as what is documented: of a form its pairs. */
  readonly given: unknown;
}

const noQuery = new URLSearchParams();

/** Judges a request whose body is decoded, here or in a thread of its own. */
export function validateRequest(
  operation: Operation,
  { path, query, headers, mediaType, limits }: RequestToValidate,
  decoded: ReturnType<typeof decodeBody>,
): ValidatedRequest {
  const decodedValue = 'value' in decoded ? decoded.value : undefined;
  // A form comes as its pairs, and becomes an object.
  const whole = mediaType?.includes('form') === true ? Object.assign({}, decodedValue) : decodedValue;
  const tooLarge = limits === undefined ? undefined : sizeFinding(whole, limits);
  const value = tooLarge === undefined ? decodedValue : undefined;
  // Clients with a fixed set of fields send them all, the empty ones too.
  const given = withoutEmptyFields(operation, value);
  const { input, findings } = operation.validateRequest({
    path,
    query: query === '' ? noQuery : new URLSearchParams(query),
    headers,
    body: given,
    mediaType,
  });
  return { input, findings, given, broken: 'finding' in decoded ? decoded.finding : tooLarge };
}
