import { cloneJson, type Finding, type Operation, timeoutRuleSuffix } from '@understudy/contract';

/** A request as it was sent, and how it breaks the description. */
interface JudgedRequest {
  /** Without defaults and coercion. A form is a list of pairs. */
  readonly body: unknown;
  readonly findings: readonly Finding[];
}

const judged = new WeakMap<object, JudgedRequest>();

/** Returns a copy of an operation whose responses, not its description, decide about invalid requests. */
export function acceptInvalidRequest(operation: Operation): Operation {
  const validateRequest: Operation['validateRequest'] = (parts) => {
    // Validation adds defaults to the members of a body.
    const body = cloneJson(parts.body);
    const { input, findings } = operation.validateRequest(parts);
    // Costly bodies are validated in a thread, except forms with files.
    const isForm = parts.mediaType === 'multipart/form-data';
    if (!isForm && findings.some(({ ruleId }) => ruleId.endsWith(timeoutRuleSuffix))) return { input, findings };
    // Operations without parameters share one object.
    const path = { ...input.path };
    judged.set(path, { body, findings: findings.filter(({ ruleId }) => !ruleId.endsWith(timeoutRuleSuffix)) });
    return { input: { ...input, path }, findings: [] };
  };
  return Object.create(operation, { validateRequest: { value: validateRequest } });
}

/** @param path the path parameters of a request */
export function findInvalidRequest(path: object): JudgedRequest | undefined {
  return judged.get(path);
}
