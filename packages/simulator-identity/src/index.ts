/**
 * The identity provider that issues the access tokens of the analysis services.
 *
 * @example
 * const simulators = createSimulators({ simulators: [identitySimulator], sandbox });
 * const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
 * const headers = { 'content-type': 'application/x-www-form-urlencoded' };
 * const response = await simulators.fetch('http://understudy.local/connect/token', { method: 'POST', headers, body: form });
 */
export { demoClient } from './clients/clients.js';
export { identitySimulator } from './identity-simulator.js';
