// @ts-check
// A minimal node:http proxy that forwards to the server given as its argument. Our proxy is compared with it.
import { Agent, createServer, request } from 'node:http';

const { hostname, port } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });
const server = createServer((asked, response) => {
  const { method, url: path, headers } = asked;
  const onward = request({ agent, hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  asked.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
