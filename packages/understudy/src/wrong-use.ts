/** The command was used incorrectly. The message explains what to change. The exit code is 2. */
export class WrongUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUse';
  }
}
