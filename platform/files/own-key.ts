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
  /** SECRET_KEY of the shop, or null. */
  secret_key: string | null
  data_dir: string
}

const key_form = /^[0-9a-f]{64}$/

/**
 * Returns a key of 32 bytes for one purpose, in hex. It is derived from SECRET_KEY, or generated once into a
 * file that only this user may read. Processes that start at the same time get the same key.
 */
export function ownKey({ secret_key, data_dir }: KeySource, purpose: string): string {
  if (secret_key !== null) {
    return Buffer.from(hkdfSync('sha256', secret_key, '', `tiem ${purpose}`, 32)).toString('hex')
  }
  const file = join(data_dir, `${purpose}.key`)
  return readKey(file) ?? generateKey(file)
}

function generateKey(file: string): string {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'w' })
    // A link is created completely or not at all, and never replaces an existing file.
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

/** A file restored from elsewhere may have another mode. */
function closeToOthers(file: string): void {
  if ((statSync(file).mode & 0o077) === 0) return
  try {
    chmodSync(file, 0o600)
  } catch {
    // The file belongs to another user or the disk is read-only: then its mode was chosen by somebody.
  }
}

/** A silent new key would hide from staff that the data sealed with the old one is lost. */
function unusable(file: string, cause: unknown): CommandProblem {
  return new CommandProblem(
    `${file} is no key that this user can read (64 hex digits). Put the right file back, or delete it: ` +
      'a new one is generated, and what was sealed with the old one must be entered again.',
    { cause },
  )
}
