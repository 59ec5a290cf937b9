import { CommandProblem } from '#platform/processes/command-problem.ts'
import type { Screen } from '#platform/processes/progress.ts'

/** The database and the output of a command. */
export interface Terminal {
  url: string
  screen: Screen
  say: (text: string) => void
}

/**
 * Opens the database of the shop and migrates it. With `as_it_is` it is opened exclusively and not
 * migrated.
 */
export type OpenTerminal = (how?: { as_it_is: boolean }) => Promise<Terminal>

/** Parses the arguments of a command: one file, and --replace. */
export function fileRequest(command: string, args: readonly string[]) {
  const replace = args.includes('--replace')
  const [file, ...more] = args.filter((word) => word !== '--replace')
  if (file === undefined || more.length > 0 || (replace && command !== 'restore')) {
    const option = command === 'restore' ? ' [--replace]' : ''
    throw new CommandProblem(`Usage: npm run ${command} -- FILE${option}`)
  }
  return { file, replace }
}
