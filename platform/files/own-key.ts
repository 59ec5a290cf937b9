import { hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandProblem } from '#platform/processes/command-problem.ts'

export interface KeySource {
  /** SECRET_KEY of the shop, where it has one. */
  secret_key: string | null
  data_dir: string
}

const key_form = /^[0-9a-f]{64}$/

/**
 * A key of 32 bytes for one purpose, in hex: derived from SECRET_KEY, or drawn once into a file that
 * only this user may read. Processes that start together end with one key.
 */
export function ownKey({ secret_key, data_dir }: KeySource, purpose: string): string {
  if (secret_key !== null) {
    return Buffer.from(hkdfSync('sha256', secret_key, '', `tiem ${purpose}`, 32)).toString('hex')
  }
  const file = join(data_dir, `${purpose}.key`)
  return readKey(file) ?? drawKey(file)
}

function drawKey(file: string): string {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'w' })
    // A link appears whole or not at all, and never over another's.
    linkSync(draft, file)
  } catch (error) {
    if (readKey(file) === null) throw unusable(file, error)
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file) ?? ''
}

function readKey(file: string): string | null {
  try {
    const key = readFileSync(file, 'utf8').trim()
    closeToOthers(file)
    return key_form.test(key) ? key : null
  } catch {
    return null
  }
}

/** Brought back from elsewhere it may have come with another mode. */
function closeToOthers(file: string): void {
  if ((statSync(file).mode & 0o077) === 0) return
  try {
    chmodSync(file, 0o600)
  } catch {
    // Somebody else's file, or a disk that is only read: whoever put it there decided.
  }
}

/** A new key instead of the old one would hide from staff that what was sealed is lost. */
function unusable(file: string, cause: unknown): CommandProblem {
  return new CommandProblem(
    `${file} is no key that this user can read (64 hex digits). Put the right file back, or take it ` +
      'away: a new one is drawn, and what was sealed with the old one must be entered again.',
    { cause },
  )
}
