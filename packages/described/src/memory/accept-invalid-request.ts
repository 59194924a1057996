import { cloneJson, type Finding, type Operation, timeoutRuleSuffix } from '@understudy/contract';

/** The original request, and how it violates the description. */
interface JudgedRequest {
  /** The body without defaults and coercion. A form is a list of pairs. */
  readonly body: unknown;
  readonly findings: readonly Finding[];
}

const judged = new WeakMap<object, JudgedRequest>();

/** Copies an operation so that its responses, not its description, decide which requests are invalid. */
export function acceptInvalidRequest(operation: Operation): Operation {
  const validateRequest: Operation['validateRequest'] = (parts) => {
    // Validation adds defaults to a body.
    const body = cloneJson(parts.body);
    const { input, findings } = operation.validateRequest(parts);
    // Costly bodies are validated in a worker thread, except forms with files.
    const isForm = parts.mediaType === 'multipart/form-data';
    if (!isForm && findings.some(({ ruleId }) => ruleId.endsWith(timeoutRuleSuffix))) return { input, findings };
    // Operations without path parameters share one object.
    const path = { ...input.path };
    judged.set(path, { body, findings: findings.filter(({ ruleId }) => !ruleId.endsWith(timeoutRuleSuffix)) });
    return { input: { ...input, path }, findings: [] };
  };
  return Object.create(operation, { validateRequest: { value: validateRequest } });
}

/** @param path the path parameters of the request */
export function findInvalidRequest(path: object): JudgedRequest | undefined {
  return judged.get(path);
}
