import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

type Respond = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) => unknown;

/** Serves on loopback, on a free port, until the test ends. */
export async function listen(respond: Respond): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    await respond(incoming, outgoing, Buffer.concat(chunks));
  });
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, close };
}
