import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeApi } from '@understudy/described';
import { openScratch } from '@understudy/server';
import { expect, it, onTestFinished } from 'vitest';

const text = { type: 'string' };
const type = { type: 'string', enum: ['job.created', 'job.deleted'] };
const told = { type: 'object', properties: { id: text, type, job_id: text } };
const job = { type: 'object', properties: { id: text, title: text } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const description = {
  openapi: '3.1.0',
  info: { title: 'Printers', version: '1' },
  paths: {
    '/jobs': {
      post: {
        operationId: 'addJob',
        requestBody: json(job),
        responses: { 201: { description: 'Created', ...json(job) } },
      },
    },
    '/feed': {
      get: {
        operationId: 'followJobs',
        responses: { 200: { description: 'The stream', content: { 'application/stream+json': { schema: told } } } },
      },
    },
  },
  webhooks: { happened: { post: { requestBody: json(told), responses: { 204: { description: 'Taken' } } } } },
};

it('a scratch server returns a response without waiting for its event stream to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-scratch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'printers.json');
  writeFileSync(file, JSON.stringify(description));
  const { api } = await describeApi(file);
  const { send, close } = openScratch(await api.simulator(), {});
  onTestFinished(close);
  expect(await send({ method: 'GET', path: '/feed', headers: {} })).toEqual({ status: 200, body: '' });
});
