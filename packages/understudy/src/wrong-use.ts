/** The command cannot be carried out as it was given; the message says what to change. Ends with exit code 2. */
export class WrongUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUse';
  }
}
