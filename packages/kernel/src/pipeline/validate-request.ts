import {
  checkSize,
  type decodeBody,
  type Finding,
  type Operation,
  type OperationInput,
  omitEmptyFields,
  type SizeLimits,
} from '@understudy/contract';

/** The parts of a request to validate. They can be transferred to a thread. */
export interface RequestToValidate {
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Media type of the body; undefined if the header is missing or empty. */
  readonly mediaType: string | undefined;
  /** Size limits of the body, if the API has any. */
  readonly limits?: SizeLimits | undefined;
}

/** The result of validation: the findings and the typed input. */
export interface ValidatedRequest {
  readonly input: OperationInput;
  readonly findings: Finding[];
  /** Findings about parameters that are not in the described style. */
  readonly notes?: Finding[] | undefined;
  /** The reason why the body could not be decoded. */
  readonly broken?: Finding | undefined;
  /** The decoded body; for a form, its pairs. */
  readonly given: unknown;
}

const noQuery = new URLSearchParams();

/** Parses a query. An empty one is cached, because creating `URLSearchParams` takes as long as a pipeline step. */
export function readQuery(query: string): URLSearchParams {
  return query === '' ? noQuery : new URLSearchParams(query);
}

/** Validates a request whose body has been decoded. */
export function validateRequest(
  operation: Operation,
  { path, query, headers, mediaType, limits }: RequestToValidate,
  decoded: ReturnType<typeof decodeBody>,
): ValidatedRequest {
  const decodedValue = 'value' in decoded ? decoded.value : undefined;
  // A form's pairs become an object.
  const isForm = mediaType?.includes('form') === true && !(decodedValue instanceof Uint8Array);
  const whole = isForm ? Object.assign({}, decodedValue) : decodedValue;
  const tooLarge = limits === undefined ? undefined : checkSize(whole, limits);
  const value = tooLarge === undefined ? decodedValue : undefined;
  // Some clients also send empty fields.
  const given = omitEmptyFields(operation, value);
  const { input, findings, notes } = operation.validateRequest({
    path,
    query: readQuery(query),
    rawQuery: query,
    headers,
    body: given,
    mediaType,
  });
  return { input, findings, notes, given, broken: 'finding' in decoded ? decoded.finding : tooLarge };
}
