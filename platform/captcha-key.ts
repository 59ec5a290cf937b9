import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const key_form = /^[0-9a-f]{64}$/

/**
 * What challenges are signed with: derived from SECRET_KEY, or drawn once into a file that only this
 * user may read. Processes that start together end with one key.
 */
export function captchaKey({
  secret_key,
  data_dir,
}: {
  secret_key: string | null
  data_dir: string
}): string {
  if (secret_key !== null) {
    return Buffer.from(hkdfSync('sha256', secret_key, '', 'tiem captcha', 32)).toString('hex')
  }
  const file = join(data_dir, 'captcha.key')
  return readKey(file) ?? drawKey(file)
}

function drawKey(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'w' })
    // A link appears whole or not at all, and never over another's.
    linkSync(draft, file)
  } catch (error) {
    if (readKey(file) === null) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file) ?? ''
}

function readKey(file: string): string | null {
  try {
    const key = readFileSync(file, 'utf8').trim()
    return key_form.test(key) ? key : null
  } catch {
    return null
  }
}
