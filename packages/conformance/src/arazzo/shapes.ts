import { capabilityNames, effectNames } from './model.js';

/** The shape of a part of an Arazzo document. */
export type DocumentShape =
  | { kind: 'any' }
  | { kind: 'text'; pattern?: RegExp; among?: readonly string[] }
  | { kind: 'number'; integer?: boolean }
  | { kind: 'list'; of: DocumentShape; atLeast?: number }
  | { kind: 'map'; of: DocumentShape; key?: RegExp }
  | { kind: 'either'; text: DocumentShape; object: DocumentShape }
  | {
      kind: 'object';
      name: string;
      fields: Record<string, DocumentShape>;
      required: readonly string[];
      /** Exactly one of these fields is required. */
      oneOf?: readonly string[];
    };

const any: DocumentShape = { kind: 'any' };
const text: DocumentShape = { kind: 'text' };
const identifier: DocumentShape = { kind: 'text', pattern: /^[A-Za-z0-9_-]+$/ };
const among = (...values: string[]): DocumentShape => ({ kind: 'text', among: values });
const list = (of: DocumentShape, atLeast = 0): DocumentShape => ({ kind: 'list', of, atLeast });
const map = (of: DocumentShape): DocumentShape => ({ kind: 'map', of, key: /^[a-zA-Z0-9.\-_]+$/ });

const criterion: DocumentShape = {
  kind: 'object',
  name: 'criterion',
  fields: {
    context: text,
    condition: text,
    type: {
      kind: 'either',
      text: among('simple', 'regex', 'jsonpath', 'xpath'),
      object: {
        kind: 'object',
        name: 'criterion type',
        fields: { type: among('jsonpath', 'xpath'), version: text },
        required: ['type', 'version'],
      },
    },
  },
  required: ['condition'],
};

const action = (types: string[], fields: Record<string, DocumentShape>): DocumentShape => ({
  kind: 'object',
  name: 'action',
  fields: {
    name: text,
    type: among(...types),
    workflowId: text,
    stepId: text,
    criteria: list(criterion),
    reference: text,
    ...fields,
  },
  required: ['name', 'type'],
});
const successAction = action(['end', 'goto'], {});
const failureAction = action(['end', 'goto', 'retry'], {
  retryAfter: { kind: 'number' },
  retryLimit: { kind: 'number', integer: true },
});

const parameter: DocumentShape = {
  kind: 'object',
  name: 'parameter',
  fields: { name: text, in: among('path', 'query', 'header', 'cookie'), value: any, reference: text },
  required: ['name', 'value'],
};

const step: DocumentShape = {
  kind: 'object',
  name: 'step',
  fields: {
    stepId: identifier,
    description: text,
    operationId: text,
    operationPath: text,
    workflowId: text,
    'x-operation': {
      kind: 'object',
      name: 'x-operation',
      fields: { url: text, method: text },
      required: ['url', 'method'],
    },
    parameters: list(parameter),
    requestBody: {
      kind: 'object',
      name: 'requestBody',
      fields: {
        contentType: text,
        payload: any,
        replacements: list({
          kind: 'object',
          name: 'replacement',
          fields: { target: { kind: 'text', pattern: /^(\/.*)?$/s }, value: any },
          required: ['target', 'value'],
        }),
      },
      required: [],
    },
    successCriteria: list(criterion),
    onSuccess: list(successAction),
    onFailure: list(failureAction),
    outputs: map(text),
    'x-claims': list(text),
  },
  required: ['stepId'],
  oneOf: ['operationId', 'operationPath', 'workflowId', 'x-operation'],
};

const workflow: DocumentShape = {
  kind: 'object',
  name: 'workflow',
  fields: {
    workflowId: identifier,
    summary: text,
    description: text,
    inputs: any,
    dependsOn: list(text),
    steps: list(step, 1),
    successActions: list(successAction),
    failureActions: list(failureAction),
    outputs: map(text),
    parameters: list(parameter),
    'x-claims': list(text),
    'x-effects': among(...effectNames),
    'x-requires': list(among(...capabilityNames)),
    'x-finally': text,
    'x-tags': list(text),
  },
  required: ['workflowId', 'steps'],
};

/** The root of an Arazzo 1.0.1 description, with the extensions this engine reads. */
export const arazzoDocumentShape: Extract<DocumentShape, { kind: 'object' }> = {
  kind: 'object',
  name: 'Arazzo description',
  fields: {
    arazzo: { kind: 'text', pattern: /^1\.[01]\.\d+$/ },
    $self: text,
    info: {
      kind: 'object',
      name: 'info',
      fields: { title: text, summary: text, description: text, version: text },
      required: ['title', 'version'],
    },
    sourceDescriptions: list(
      {
        kind: 'object',
        name: 'source description',
        fields: { name: identifier, url: text, type: among('openapi', 'arazzo') },
        required: ['name', 'url'],
      },
      1,
    ),
    workflows: list(workflow, 1),
    components: {
      kind: 'object',
      name: 'components',
      fields: {
        inputs: map(any),
        parameters: map(parameter),
        successActions: map(successAction),
        failureActions: map(failureAction),
      },
      required: [],
    },
    'x-api': text,
    'x-tags': list(text),
  },
  required: ['arazzo', 'info', 'sourceDescriptions', 'workflows'],
};
