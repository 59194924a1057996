/**
 * Filter, search, copy, and what an entry holds when it is opened. Written without the characters that XML reads as markup, so that the page is well-formed
 * either way.
 */
export const pageScript = `
(function () {
  'use strict';
  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }
  all('[data-filter]').forEach(function (bar) {
    var items = all('[data-text]', document.getElementById(bar.getAttribute('data-filter')));
    var search = bar.querySelector('input');
    var selects = all('select', bar);
    var count = bar.querySelector('[data-count]');
    function apply() {
      var words = search.value.toLowerCase().split(' ').filter(Boolean);
      var asked = selects.reduce(function (any, select) { return select.value === '' ? any : true; }, words.length !== 0);
      var shown = 0;
      items.forEach(function (item) {
        var text = item.getAttribute('data-text');
        var fits = words.every(function (word) { return text.indexOf(word) !== -1; });
        selects.forEach(function (select) {
          if (select.value !== '') fits = item.getAttribute('data-' + select.name) === select.value ? fits : false;
        });
        item.hidden = !fits;
        if (!fits) return;
        shown += 1;
        var list = asked ? item.parentNode.closest('details.fold') : null;
        if (list) list.open = true;
      });
      count.textContent = shown + ' of ' + items.length;
    }
    search.addEventListener('input', apply);
    selects.forEach(function (select) { select.addEventListener('change', apply); });
    apply();
  });
  document.addEventListener('toggle', function (event) {
    var held = event.target.querySelector(':scope > script');
    if (!held) return;
    var reader = document.createElement('textarea');
    reader.innerHTML = held.textContent;
    var made = document.createElement('template');
    made.innerHTML = reader.value;
    event.target.replaceChild(made.content, held);
  }, true);
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
