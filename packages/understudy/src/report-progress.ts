/**
 * Reports each twentieth of 100 or more parts of a task.
 *
 * @param noun the parts, in the plural
 */
export function reportProgress(noun: string, report: (line: string) => void) {
  return (done: number, all: number): void => {
    const step = Math.ceil(all / 20);
    if (all >= 100 && done > 0 && done % step === 0) report(`${done} of ${all} ${noun}`);
  };
}
