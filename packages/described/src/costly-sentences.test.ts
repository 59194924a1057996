import { expect, it } from 'vitest';
import { describeText } from './testing/serve-described.js';

/** Sentences that took minutes, because all of their parts were read again and again. */
const sentences = {
  'repeats a preposition': 'The bottles of '.repeat(30),
  'repeats a condition': 'if a cellar is open and '.repeat(20),
  'is very long': 'the bottles of '.repeat(1300),
  'never ends': 'what is left over all '.repeat(900),
};

it.each(Object.entries(sentences))('a description that %s does not stall the start of an API', async (_what, text) => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      bottles: { type: 'integer', description: text },
      status: { enum: ['open', 'closed'], description: text },
    },
  };
  const content = { 'application/json': { schema } };
  const described = await describeText('cellars', {
    openapi: '3.1.0',
    info: { title: 'Cellars', version: '1', description: text },
    paths: {
      '/cellars': {
        post: {
          operationId: 'createCellar',
          description: text,
          requestBody: { content },
          responses: { 201: { description: text, content }, 409: { description: text } },
        },
      },
      '/report': {
        get: { operationId: 'report', description: text, responses: { 200: { description: text, content } } },
      },
    },
  });
  expect(Object.keys(described.writeModel().full.operations ?? {})).toContain('createCellar');
});
