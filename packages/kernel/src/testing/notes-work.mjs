// What the jobs of the notes API compute; a worker thread runs this file as it is.
export function shout({ text }) {
  if (text === 'crash') throw new Error('the work of this job crashes');
  return { shouted: text.toUpperCase() };
}
