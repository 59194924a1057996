import { Journal } from '../journal/journal.js';
import type { SandboxContext } from './sandbox-context.js';

/** @param nextEntry number of the next entry, if the archive stores earlier ones */
export function createSandboxJournal(
  name: string,
  { memory, account, secrets, lastingJournal, watch }: SandboxContext,
  nextEntry = 1,
): Journal {
  const journal: Journal = new Journal(memory, {
    above: account,
    onAppended: (entry) => watch.count(name, entry, () => journal.traceparentOf(entry.cause)),
    onCompleted: lastingJournal?.keep.bind(lastingJournal, name),
    secrets,
  });
  journal.goOnFrom(nextEntry);
  return journal;
}
