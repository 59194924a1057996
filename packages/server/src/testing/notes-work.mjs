// What the jobs of the notes API compute; a worker thread runs this file as it is.
export function shout({ text }) {
  if (text === 'crash') throw new Error('the work of this job crashes');
  return { shouted: text.toUpperCase() };
}

/** Live work: tells the text letter by letter; `endless` continues until it is asked to stop. */
export function spell({ text, told = '' }, line) {
  let spelt = told;
  for (const letter of text.slice(told.length)) {
    spelt += letter;
    line.report({ shouted: spelt });
  }
  while (text === 'endless' && !line.shouldStop()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  return { shouted: spelt };
}
