import { capabilityNames, effectNames } from './model.js';

/** The shape of a part of an Arazzo document. */
export type DocumentShape =
  | { kind: 'any' }
  | { kind: 'text'; pattern?: RegExp; among?: readonly string[] }
  | { kind: 'number'; integer?: boolean }
  | { kind: 'list'; of: DocumentShape; atLeast?: number }
  | { kind: 'map'; of: DocumentShape; key?: RegExp }
  | { kind: 'either'; text: DocumentShape; object: DocumentShape }
  | ObjectShape;

interface ObjectShape {
  kind: 'object';
  name: string;
  required: readonly string[];
  fields: Record<string, DocumentShape>;
  /** Exactly one of these fields is required. */
  oneOf?: readonly string[];
}

const any: DocumentShape = { kind: 'any' };
const text: DocumentShape = { kind: 'text' };
const identifier: DocumentShape = { kind: 'text', pattern: /^[A-Za-z0-9_-]+$/ };
const among = (...values: string[]): DocumentShape => ({ kind: 'text', among: values });
const list = (of: DocumentShape, atLeast = 0): DocumentShape => ({ kind: 'list', of, atLeast });
const map = (of: DocumentShape): DocumentShape => ({ kind: 'map', of, key: /^[a-zA-Z0-9.\-_]+$/ });

const object = (name: string, required: readonly string[], fields: Record<string, DocumentShape>): ObjectShape => ({
  ...{ kind: 'object', name, required, fields },
});

const criterion = object('criterion', ['condition'], {
  context: text,
  condition: text,
  type: {
    kind: 'either',
    text: among('simple', 'regex', 'jsonpath', 'xpath'),
    object: object('criterion type', ['type', 'version'], { type: among('jsonpath', 'xpath'), version: text }),
  },
});

const action = (types: string[], fields: Record<string, DocumentShape>): DocumentShape =>
  object('action', ['name', 'type'], {
    ...{ name: text, type: among(...types), workflowId: text, stepId: text },
    ...{ criteria: list(criterion), reference: text, ...fields },
  });
const successAction = action(['end', 'goto'], {});
const failureAction = action(['end', 'goto', 'retry'], {
  retryAfter: { kind: 'number' },
  retryLimit: { kind: 'number', integer: true },
});

const parameter = object('parameter', ['name', 'value'], {
  ...{ name: text, in: among('path', 'query', 'header', 'cookie'), value: any, reference: text },
});

const replacement = object('replacement', ['target', 'value'], {
  target: { kind: 'text', pattern: /^(\/.*)?$/s },
  value: any,
});
const step: DocumentShape = {
  ...object('step', ['stepId'], {
    ...{ stepId: identifier, description: text, operationId: text, operationPath: text, workflowId: text },
    'x-operation': object('x-operation', ['url', 'method'], { url: text, method: text }),
    parameters: list(parameter),
    requestBody: object('requestBody', [], { contentType: text, payload: any, replacements: list(replacement) }),
    successCriteria: list(criterion),
    onSuccess: list(successAction),
    onFailure: list(failureAction),
    outputs: map(text),
    'x-claims': list(text),
  }),
  oneOf: ['operationId', 'operationPath', 'workflowId', 'x-operation'],
};

const workflow = object('workflow', ['workflowId', 'steps'], {
  ...{ workflowId: identifier, summary: text, description: text, inputs: any, dependsOn: list(text) },
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
});

const source = { name: identifier, url: text, type: among('openapi', 'arazzo') };

/** The root of an Arazzo 1.0.1 description, with the extensions this engine reads. */
export const arazzoDocumentShape = object('Arazzo description', ['arazzo', 'info', 'sourceDescriptions', 'workflows'], {
  arazzo: { kind: 'text', pattern: /^1\.[01]\.\d+$/ },
  $self: text,
  info: object('info', ['title', 'version'], { title: text, summary: text, description: text, version: text }),
  sourceDescriptions: list(object('source description', ['name', 'url'], source), 1),
  workflows: list(workflow, 1),
  components: object('components', [], {
    inputs: map(any),
    parameters: map(parameter),
    successActions: map(successAction),
    failureActions: map(failureAction),
  }),
  'x-api': text,
  'x-tags': list(text),
});
