/**
 * Reports progress in steps of 5 % for tasks with at least 100 parts.
 *
 * @param noun plural name of the parts
 */
export function reportProgress(noun: string, report: (line: string) => void) {
  return (done: number, all: number): void => {
    const step = Math.ceil(all / 20);
    if (all >= 100 && done > 0 && done % step === 0) report(`${done} of ${all} ${noun}`);
  };
}
