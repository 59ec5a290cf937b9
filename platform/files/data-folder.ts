import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder cannot be used; the message says why and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Makes the folder and proves that it can be written; throws in words when it cannot. */
export function openDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    try {
      writeFileSync(probe, 'x'.repeat(4096))
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw new DataFolderError(reasonOf(error, folder), { cause: error })
  }
}

/**
 * Takes the folder for this process alone and returns how to give it back. A claim of a process
 * that has died is void.
 */
export function claimDataFolder(folder: string): () => void {
  const file = join(folder, 'shop.pid')
  const mine = claimOf(process.pid)
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      const claim = readClaim(file)
      const pid = Number(claim?.split(' ')[0])
      if (claim !== null && pid !== process.pid && claimOf(pid) === claim) {
        throw new DataFolderError(
          `A shop is already running on ${folder} (process ${pid}). Stop it, or give this one its own DATA_DIR and PORT.`,
          { cause: error },
        )
      }
      if (attempt > 2) throw new DataFolderError(reasonOf(error, folder), { cause: error })
      rmSync(file, { force: true })
    }
  }
}

// Numbers of processes are used again after a restart of the machine; together with the moment of
// its start a process is known for certain.
function claimOf(pid: number): string {
  return `${pid} ${startOf(pid)}`
}

function startOf(pid: number): string {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return 'gone'
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'alive'
  } catch {
    return 'alive'
  }
}

function readClaim(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function reasonOf(error: unknown, folder: string): string {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return fullText(folder)
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `The data folder ${folder} may not be written to (${code}). Make it writable for this user, or set DATA_DIR to a folder of your own.`
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `The data folder ${folder} cannot be made: a file of that name is in the way. Set DATA_DIR to another place.`
  }
  return `The data folder ${folder} cannot be used: ${String(error)}`
}

function fullText(folder: string): string {
  return `The disk that holds the data folder ${folder} is full. Free about 250 MB, or set DATA_DIR to another disk.`
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
