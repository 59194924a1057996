// The page of one API: asks for a token by the demo credentials, then shows the description, signed in.
const api = document.documentElement.dataset.api;
const told = document.getElementById('signed-in');

/** @returns a token, or undefined where the API needs none, or the demo credentials are not known here */
async function tokenOf({ token }) {
  if (token === undefined) return undefined;
  const answer = await fetch(token.url, { method: 'POST', body: new URLSearchParams(token.form) });
  return answer.ok ? (await answer.json()).access_token : undefined;
}

/** Signs in by every scheme of the description that takes such a token. */
function authorize(ui, token) {
  const schemes = ui.specSelectors.specJson().toJS().components?.securitySchemes ?? {};
  for (const [name, schema] of Object.entries(schemes)) {
    if (schema.type === 'oauth2') {
      const flow = Object.keys(schema.flows)[0];
      ui.authActions.authorizeOauth2({
        auth: { name, schema, flow, scopes: [] },
        token: { access_token: token, token_type: 'Bearer' },
      });
    } else if (schema.type === 'http' && schema.scheme?.toLowerCase() === 'bearer') {
      ui.preauthorizeApiKey(name, token);
    }
  }
}

/** The library is dark by a class alone. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const heed = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', heed);
heed();

async function start() {
  const { apis } = await (await fetch('../apis', { headers: { accept: 'application/json' } })).json();
  const described = apis.find(({ name }) => name === api);
  const token = await tokenOf(described);
  const ui = window.SwaggerUIBundle({
    url: described.openapiJson,
    dom_id: '#page',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    syntaxHighlight: false,
    docExpansion: 'list',
    validatorUrl: null,
    onComplete() {
      if (token !== undefined) authorize(ui, token);
      if (described.token !== undefined) {
        const { client_id: clientId, client_secret: clientSecret, scope = '' } = described.token.form;
        ui.initOAuth({ clientId, clientSecret, scopes: scope });
        told.textContent =
          token === undefined
            ? 'Not signed in: the demo credentials are not known to this sandbox'
            : 'Signed in with the demo credentials; reload the page for a new token';
      } else told.textContent = 'This API needs no token, or one of its own';
    },
  });
}

start().catch((error) => {
  told.textContent = `The page could not be filled: ${error.message}`;
});
