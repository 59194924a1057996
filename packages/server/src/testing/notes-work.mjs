// The jobs of the notes API. A worker thread runs this file directly.
export function shout({ text }) {
  if (text === 'crash') throw new Error('the work of this job crashes');
  return { shouted: text.toUpperCase() };
}

/** Live work: reports the text letter by letter. `endless` runs until it is stopped. */
export function spell({ text, told = '' }, line) {
  let spelt = told;
  for (const letter of text.slice(told.length)) {
    spelt += letter;
    line.report({ shouted: spelt });
  }
  while (text === 'endless' && !line.shouldStop()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  return { shouted: spelt };
}
