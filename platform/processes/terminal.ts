import { CommandProblem } from '#platform/processes/command-problem.ts'
import type { Screen } from '#platform/processes/progress.ts'

/** What a command works with: the database, and where it says what it does. */
export interface Terminal {
  url: string
  screen: Screen
  say: (text: string) => void
}

/** Opens the database of the shop, up to date; `as_it_is`: alone on it, and without bringing it up to date. */
export type OpenTerminal = (how?: { as_it_is: boolean }) => Promise<Terminal>

/** The one file that a command is given, and whether --replace is there. */
export function fileRequest(command: string, args: readonly string[]) {
  const replace = args.includes('--replace')
  const [file, ...more] = args.filter((word) => word !== '--replace')
  if (file === undefined || more.length > 0 || (replace && command !== 'restore')) {
    const option = command === 'restore' ? ' [--replace]' : ''
    throw new CommandProblem(`Usage: npm run ${command} -- FILE${option}`)
  }
  return { file, replace }
}
