import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { MemoryAccount } from '@understudy/kernel/serving';
import { afterEach, expect, it, vi } from 'vitest';
import { ResponseBatcher, UnreadResponses } from './response-batcher.js';

const open: Array<() => void> = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of open.splice(0)) close();
});

const answerWith = (headers: Record<string, string>) => ({ status: 200, headers, body: 'there' });

/** Opens connections with one unanswered request each, and returns what their clients have received in the end. */
async function ask(count: number) {
  const asked: ServerResponse[] = [];
  const failed: unknown[] = [];
  const answers = new ResponseBatcher((response, error) => {
    failed.push(error);
    response.destroy();
  }, new UnreadResponses(new MemoryAccount()));
  const server = createServer((_, response) => void asked.push(response));
  answers.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  const got = clients.map(read);
  for (const client of clients) {
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(server, 'request');
  }
  return { answers, asked, failed, clients, got: () => Promise.all(got) };
}

async function read(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

it('sends the responses of one event loop turn together at its end, even with fake timers', async () => {
  vi.useFakeTimers();
  const { answers, asked, got } = await ask(3);
  for (const response of asked) answers.send(response, answerWith({}));
  expect(asked.map(({ headersSent }) => headersSent)).toEqual([false, false, false]);
  await endOfTurn();
  expect(asked.map(({ headersSent }) => headersSent)).toEqual([true, true, true]);
  for (const text of await got()) expect(text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*there$/);
});

it('sends the other responses if one cannot be sent', async () => {
  const { answers, asked, failed, got } = await ask(3);
  for (const [index, response] of asked.entries()) {
    answers.send(response, answerWith(index === 1 ? { broken: 'line\nbreak' } : {}));
  }
  const [first, second, third] = await got();
  expect([first?.slice(-5), second, third?.slice(-5)]).toEqual(['there', '', 'there']);
  expect(failed).toMatchObject([{ code: 'ERR_INVALID_CHAR' }]);
});

it('sends a response immediately if only one connection is open', async () => {
  const { answers, asked, got } = await ask(1);
  for (const response of asked) answers.send(response, answerWith({}));
  expect(asked.map(({ headersSent }) => headersSent)).toEqual([true]);
  expect((await got()).join()).toContain('there');
});

it('sends a response immediately if all other connections are closed', async () => {
  const { answers, asked, clients, got } = await ask(2);
  const [gone, stays] = clients;
  const [, response] = asked;
  gone?.destroy();
  await vi.waitFor(() => {
    expect(asked[0]?.destroyed).toBe(true);
  });
  await endOfTurn();
  if (response !== undefined) answers.send(response, answerWith({}));
  expect(response?.headersSent).toBe(true);
  expect(stays?.destroyed).toBe(false);
  await got();
});

it('sends each cookie in a separate header line', async () => {
  const { answers, asked, got } = await ask(1);
  const [response] = asked;
  if (response !== undefined) answers.send(response, answerWith({ 'set-cookie': 'a=1; Path=/\nb=2' }));
  const [text] = await got();
  expect(text).toMatch(/set-cookie: a=1; Path=\/\r\nset-cookie: b=2\r\n/);
});
