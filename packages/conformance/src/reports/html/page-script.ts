/**
 * Filter, search and copy. Written without the characters that XML reads as markup, so that the page is well-formed
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
      var shown = 0;
      items.forEach(function (item) {
        var text = item.getAttribute('data-text');
        var fits = words.every(function (word) { return text.indexOf(word) !== -1; });
        selects.forEach(function (select) {
          if (select.value !== '') fits = item.getAttribute('data-' + select.name) === select.value ? fits : false;
        });
        item.hidden = !fits;
        if (fits) shown += 1;
      });
      count.textContent = shown + ' of ' + items.length;
    }
    search.addEventListener('input', apply);
    selects.forEach(function (select) { select.addEventListener('change', apply); });
    apply();
  });
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
