import { expect, it } from 'vitest';
import { allowJsonLineBreaks, html } from './html.js';

it('allows line breaks in truncated JSON before each property, but not inside values', () => {
  const text = '{"results":[{"quantity":10.014231,"date":"2026-01-15"},{"quantity":2';
  expect(html`<pre>${allowJsonLineBreaks(text)}</pre>`.markup.replaceAll('&quot;', '"')).toBe(
    '<pre>{<wbr/>"results":[<wbr/>{<wbr/>"quantity":10.014231,<wbr/>"date":"2026-01-15"},<wbr/>{<wbr/>"quantity":2</pre>',
  );
  expect(allowJsonLineBreaks('{\n  "laid": "out"\n}')).toEqual(['{\n  "laid": "out"\n}']);
});
