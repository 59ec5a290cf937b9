import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'

/** The URLs of the scripts whose functions run during `work`. Loading a script does not count. */
export async function scriptsRunBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // Reading the counts resets them.
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result.filter(({ functions }) => functions.some(hasRun)).map(({ url }) => url)
}

/** The first ranges of a script are its top level and the wrapper of Vite: both start at 0. */
function hasRun({ ranges }: Profiler.FunctionCoverage): boolean {
  return ranges.some(({ count, startOffset }) => count > 0 && startOffset > 0)
}
