/**
 * The e-invoicing exchange API: companies, networks, webhooks.
 *
 * @example
 * const simulators = createSimulators({ simulators: [einvoicingSimulator], sandbox });
 * const body = new URLSearchParams({ company_id: demo.companyId, user_api_key: demo.userKey, scope: 'eui' });
 * const response = await simulators.fetch('http://understudy.local/oauth2/token', { method: 'POST', body });
 */
export { einvoicingSimulator } from './einvoicing-simulator.js';
