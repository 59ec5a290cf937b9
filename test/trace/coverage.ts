import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'

/** The addresses of the scripts whose functions run while `work` does; loading them does not count. */
export async function scriptsRunBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // What was counted until now is forgotten by being taken.
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result.filter(({ functions }) => functions.some(hasRun)).map(({ url }) => url)
}

/** The first ranges of a script are its own and that of what Vite wraps a module in: both start at 0. */
function hasRun({ ranges }: Profiler.FunctionCoverage): boolean {
  return ranges.some(({ count, startOffset }) => count > 0 && startOffset > 0)
}
