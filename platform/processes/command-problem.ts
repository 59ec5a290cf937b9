/** A command cannot be executed. The message gives the reason and the remedy. */
export class CommandProblem extends Error {
  override readonly name: string = 'CommandProblem'
}
