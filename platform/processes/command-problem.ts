/** A command of the command line cannot do what it was asked; the message says why and what to do. */
export class CommandProblem extends Error {
  override readonly name: string = 'CommandProblem'
}
