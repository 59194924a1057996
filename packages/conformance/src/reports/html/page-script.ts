/** The script for filters, search, copy buttons and the contents of opened entries. It avoids XML markup characters. */
export const pageScript = `
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
