import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder cannot be used. The message gives the reason and the remedy. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Creates the folder and checks that it is writable. Throws a DataFolderError if it is not. */
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
 * Claims the folder for this process and returns a function that releases it. The claim of a dead process is
 * ignored.
 */
export function claimDataFolder(folder: string): () => void {
  const file = join(folder, 'shop.pid')
  const own_claim = claimOf(process.pid)
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(file, own_claim, { flag: 'wx' })
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

// Process ids are reused after a restart of the machine. Together with its start time a process is
// identified for certain.
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
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie is dead: its parent has not collected it yet, or never does (a container without init).
    if (/^[ZX]/.test(fields[0] ?? '')) return 'gone'
    return fields[19] ?? 'alive'
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
    return `The data folder ${folder} cannot be made: a file of that name is in the way. Set DATA_DIR to another folder.`
  }
  return `The data folder ${folder} cannot be used: ${String(error)}`
}

function fullText(folder: string): string {
  return `The disk that holds the data folder ${folder} is full. Free about 250 MB, or set DATA_DIR to another disk.`
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
