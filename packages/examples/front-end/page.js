// A small page: invoices received, and what will be sold. It calls one address, /api, as a page behind a proxy does.
const api = '/api';

/** @returns the JSON of an answer; an error with its status for everything but a success */
async function call(path, init) {
  const answer = await fetch(api + path, init);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  return answer.json();
}

async function tokenOf(path, fields) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
  return (await call(path, { method: 'POST', body })).access_token;
}

async function invoices() {
  const token = await tokenOf('/oauth2/token', {
    company_id: '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11',
    user_api_key: 'demo-user-key',
    vendor_api_key: 'demo-vendor-key',
    scope: 'eui',
  });
  return call('/v1/invoices?direction=RECEIVED', { headers: { authorization: `Bearer ${token}` } });
}

async function forecast() {
  const token = await tokenOf('/connect/token', {
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'understudy-stage:io',
  });
  const headers = { authorization: `Bearer ${token}`, tenantId: 'demo', 'content-type': 'application/json' };
  const parametersArray = [
    {
      datasetId: 'coffee-beans',
      currentInventoryLevel: 100,
      wantedServiceLevel: 0.95,
      replenishmentInterval: { value: 1, granularity: 'W' },
      supplier: { supplierId: 'roastery', batchSize: 1, leadTime: { value: 2, granularity: 'D' } },
    },
  ];
  const body = JSON.stringify({ parametersArray });
  const { jobId } = await call('/io/create_prediction', { method: 'POST', headers, body });
  const { results } = await call('/io/results', { headers: { ...headers, jobId } });
  return results[0].forecast.slice(0, 7);
}

/** Fills a part of the page; what goes wrong is told in its place. */
async function fill(name, load, show) {
  const state = document.getElementById(`${name}-state`);
  state.textContent = 'Loading';
  try {
    state.textContent = show(await load());
  } catch (error) {
    state.textContent = `This could not be loaded. ${error.message}`;
  }
}

function row(cells) {
  const line = document.createElement('tr');
  line.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  return line;
}

const showInbox = () =>
  fill('inbox', invoices, (received) => {
    const table = document.getElementById('inbox');
    table.hidden = received.length === 0;
    table.tBodies[0].replaceChildren(
      ...received.map(({ date, number, sender, sum, currency }) =>
        row([date, number, sender.name, `${sum.toFixed(2)} ${currency}`]),
      ),
    );
    return `${received.length} invoices`;
  });

const showForecast = () =>
  fill('forecast', forecast, (days) => {
    const list = document.getElementById('forecast');
    list.replaceChildren(
      ...days.map(({ date, quantity }) =>
        Object.assign(document.createElement('li'), { textContent: `${date}: ${Math.round(quantity)}` }),
      ),
    );
    return `The next ${days.length} days`;
  });

document.getElementById('refresh').addEventListener('click', showInbox);
await Promise.all([showInbox(), showForecast()]);
