// @ts-check
// A minimal node:http server that parses the request's JSON, if any, and returns fixed bytes. Other servers are
// compared with it, so its process runs nothing else. Argument: {headers, body} as JSON.
import { createServer } from 'node:http';

const { headers, body } = JSON.parse(process.argv[2] ?? '{}');
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, headers).end(body);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, headers).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
