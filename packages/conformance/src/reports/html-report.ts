import { computeRunCoverage } from '../coverage/compute-coverage.js';
import { evaluateGaps } from '../coverage/gap-statuses.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { renderBadge, renderTable, renderTile } from './html/controls.js';
import { renderCoverage, renderLedger } from './html/coverage-section.js';
import { allowLineBreaks, html, type Markup } from './html/html.js';
import { PageStore } from './html/page-store.js';
import { renderCauses, renderWorkflows } from './html/workflow-section.js';
import type { ReportInput } from './report-input.js';

/** The content security policy, which prevents the page from loading anything. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The script for filters, search, copy buttons and the contents of opened entries. It avoids XML markup characters. */
const pageScript = `
(function () {
  'use strict';
  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }
  function bytesOf(text) { return Uint8Array.from(atob(text), function (character) { return character.charCodeAt(0); }); }
  var packed = new Blob([bytesOf(document.getElementById('parts').textContent)]).stream();
  var parts = new Response(packed.pipeThrough(new DecompressionStream('deflate-raw'))).json().then(function (kept) {
    return new Map(kept.map(function (entry) { return [String(entry[1]), entry[0]]; }));
  });
  function fill(root, wanted) {
    return parts.then(function (texts) {
      var places = all('[data-part]', root).filter(wanted);
      places.forEach(function (place) {
        var made = document.createElement('template');
        made.innerHTML = texts.get(place.getAttribute('data-part'));
        place.replaceWith(made.content);
      });
      return places.length === 0 ? undefined : fill(root, wanted);
    });
  }
  function isShown(place) { return place.closest('details:not([open])') === null; }
  all('[data-filter]').forEach(function (bar) {
    var list = document.getElementById(bar.getAttribute('data-filter'));
    var search = bar.querySelector('input');
    var selects = all('select', bar);
    var count = bar.querySelector('[data-count]');
    function apply() {
      var words = search.value.toLowerCase().split(' ').filter(Boolean);
      var asked = selects.reduce(function (any, select) { return select.value === '' ? any : true; }, words.length !== 0);
      var folds = list.matches('details.fold') ? [list] : all('details.fold', list);
      Promise.all(folds.map(function (fold) {
        return fill(fold, function (place) { return place.closest('details') === fold; });
      })).then(function () {
        var items = all('[data-text]', list);
        var shown = 0;
        items.forEach(function (item) {
          var head = item.querySelector('summary') || item;
          var text = (head.textContent + ' ' + item.getAttribute('data-text')).toLowerCase();
          var fits = words.every(function (word) { return text.indexOf(word) !== -1; });
          selects.forEach(function (select) {
            if (select.value !== '') fits = item.getAttribute('data-' + select.name) === select.value ? fits : false;
          });
          item.hidden = !fits;
          if (!fits) return;
          shown += 1;
          var fold = asked ? item.closest('details.fold') : null;
          if (fold) fold.open = true;
        });
        count.textContent = shown + ' of ' + items.length;
      });
    }
    search.addEventListener('input', apply);
    selects.forEach(function (select) { select.addEventListener('change', apply); });
  });
  document.addEventListener('toggle', function (event) { fill(event.target, isShown); }, true);
  fill(document, isShown);
  document.addEventListener('click', function (event) {
    var button = event.target.closest ? event.target.closest('button[data-copy]') : null;
    if (!button) return;
    var text = button.parentNode.querySelector('pre.curl').textContent;
    var done = function () { button.textContent = 'copied'; };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done);
    else done();
  });
})();
`.trim();

const pageStyle = `
:root{color-scheme:light dark;--back:#fff;--card:#f6f7f9;--line:#d9dce1;--text:#1b1f24;--soft:#5b6470;--link:#0b57d0;
--good:#146c2e;--goodback:#dff5e3;--bad:#a4161a;--badback:#fde3e1;--warn:#7a4b00;--warnback:#fdf0d0}
@media (prefers-color-scheme:dark){:root{--back:#14171b;--card:#1d2127;--line:#353b44;--text:#e7eaee;--soft:#a3acb8;--link:#8ab4f8;
--good:#7ddb95;--goodback:#173322;--bad:#ff9a94;--badback:#43191a;--warn:#f3c56b;--warnback:#3a2c0e}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:break-word;font:15px/1.5 system-ui,sans-serif;background:var(--back);color:var(--text)}
header,main{max-width:1200px;margin:0 auto;padding:16px 20px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:18px;margin:32px 0 8px}h3{font-size:15px;margin:16px 0 4px}
a{color:var(--link)}
.soft{color:var(--soft)}
nav{display:flex;gap:16px;flex-wrap:wrap;margin-top:8px}
.tiles{display:flex;gap:12px;flex-wrap:wrap;margin:16px 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 16px;min-width:110px}
.tile b{display:block;font-size:20px}
.filter{display:flex;gap:8px;flex-wrap:wrap;align-items:center;margin:8px 0;position:sticky;top:0;background:var(--back);padding:8px 0;z-index:1}
input,select,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:4px 8px}
input[type=search]{min-width:260px;flex:1}
button{cursor:pointer}
details{border:1px solid var(--line);border-radius:8px;margin:6px 0;background:var(--back)}
details.fold{border-style:dashed}
details.workflow{content-visibility:auto;contain-intrinsic-size:auto 40px}
summary{cursor:pointer;padding:6px 10px;overflow-wrap:break-word}
.inside{padding:0 12px 10px;overflow-x:auto}
.badge{display:inline-block;border-radius:10px;padding:0 8px;font-size:12px;font-weight:600;background:var(--card);color:var(--soft);white-space:nowrap}
.passed,.proved,.held,.seen,.cleaned{--b:var(--goodback);--f:var(--good)}
.failed,.contradicted,.undocumented,.left{--b:var(--badback);--f:var(--bad)}
.flaky,.skipped,.not-run,.not-listed,.not-exercised,.unseen,.permanent{--b:var(--warnback);--f:var(--warn)}
.badge.passed,.badge.proved,.badge.held,.badge.seen,.badge.cleaned,.badge.failed,.badge.contradicted,.badge.undocumented,.badge.left,.badge.flaky,.badge.skipped,.badge.not-run,.badge.not-listed,.badge.not-exercised,.badge.unseen,.badge.permanent{background:var(--b);color:var(--f)}
.finding{border-left:3px solid var(--bad);padding:4px 10px;margin:6px 0;background:var(--card);overflow-wrap:break-word}
pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:8px;margin:4px 0;overflow:auto;max-height:420px;font:12.5px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:normal}
code{font:12.5px ui-monospace,monospace}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:5px 8px;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{color:var(--soft);font-weight:600;white-space:nowrap}
td.number{white-space:nowrap}
[hidden]{display:none}
@media (max-width:600px){header,main{padding:12px}.tile{min-width:0;padding:6px 12px}input[type=search]{min-width:100%}
thead{display:none}table,tbody,tr,td{display:block}tr{border-bottom:1px solid var(--line);padding:6px 0}td{border:0;padding:2px 0}
td[data-head]::before{content:attr(data-head) ' ';color:var(--soft)}}
`.trim();

/**
 * Formats the run as a self-contained page with causes, failed workflows with exchanges and curl commands, coverage,
 * claims and gaps. The page is well-formed XML.
 */
export function formatHtmlReport({ result, contracts, ledger, files, root }: ReportInput): string {
  const covered = computeRunCoverage({ ledger, files, result });
  // A gap id starts with its API or with a name shared by several APIs.
  const chosen = ledger.gaps.filter(({ id }) => {
    const [api = ''] = id.split('.', 1);
    return !contracts.has(api) || result.apis.includes(api);
  });
  const gaps = evaluateGaps({ ledger: { ...ledger, gaps: chosen }, contracts, result });
  const store = new PageStore();
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta http-equiv="Content-Security-Policy" content="${policy}"/>
        <title>Understudy: ${result.target}</title>
        <style>${{ markup: pageStyle }}</style>
      </head>
      <body>
        ${head(result, `${covered.proved} / ${covered.testable}`)}
        <main>
          ${renderCauses(result.causes, root, store)}
          ${renderWorkflows(result.workflows, root, store)}
          ${renderCoverage(result.wire, store)}
          ${renderLedger(covered.detail, gaps, store)}
          ${leftovers(result.workflows, store)}
        </main>
        ${store.toMarkup()}
        <script>${{ markup: pageScript }}</script>
      </body>
    </html>`;
  return `<!DOCTYPE html>\n${page.markup}\n`;
}

function head(result: RunResult, claims: string): Markup {
  const { passed, flaky, failed, skipped = 0, consequences, steps } = result.totals;
  const facts = [
    result.startedAt,
    `${result.durationMilliseconds} ms`,
    `${result.jobs} at a time`,
    ...(result.runId === undefined ? [] : [`run ${result.runId}`]),
    ...(result.seed === null ? [] : [`seed ${result.seed}`]),
    ...(result.interrupted === true ? ['interrupted'] : []),
    `exit code ${result.exitCode}`,
  ];
  const isClean = result.exitCode === 0;
  const tile = (number: number, name: string) => renderTile(String(number), name);
  return html`
    <header>
      <h1>
        ${renderBadge(isClean ? 'passed' : 'failed', isClean ? 'clean' : 'findings')} ${allowLineBreaks(result.target)}
      </h1>
      <p class="soft">${facts.join(' · ')}</p>
      <div class="tiles">
        ${tile(passed, 'passed')}
        ${flaky === 0 ? undefined : tile(flaky, 'flaky')}
        ${tile(result.causes.length, 'causes')}
        ${tile(failed, 'failed')}
        ${consequences === 0 ? undefined : tile(consequences, 'of them could not continue')}
        ${skipped === 0 ? undefined : tile(skipped, 'skipped')}
        ${tile(steps, 'steps')}
        ${renderTile(claims, 'claims proved')}
      </div>
      <nav>
        ${['causes', 'workflows', 'coverage', 'claims', 'gaps'].map((name) => html`<a href="#${name}">${name}</a>`)}
      </nav>
    </header>`;
}

/** Renders the resources created in a real environment with their state. */
function leftovers(workflows: readonly WorkflowResult[], store: PageStore): Markup | undefined {
  const rows = workflows.flatMap(({ workflowId, resources = [] }) =>
    resources.map(({ state, method, url, name = '', tenantId = '', why }) => [
      renderBadge(state),
      workflowId,
      `${name} ${method} ${url}`.trim(),
      tenantId,
      why,
    ]),
  );
  if (rows.length === 0) return undefined;
  const table = renderTable(['state', 'workflow', 'by', 'tenant', 'why'], rows);
  return html`
    <section id="made">
      ${store.collapse(`Made on the target: ${rows.length}`, html`<div class="wide">${table}</div>`)}
    </section>`;
}
