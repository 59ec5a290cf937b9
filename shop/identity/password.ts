import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { isCommon } from '#shop/identity/common-passwords.ts'

/** The parameters of argon2id: memory in KiB, passes, lanes. More lanes are not faster on Node's threads. */
export interface HashParameters {
  memory: number
  passes: number
  parallelism: number
}

export const current_parameters: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 }

/** A stored hash, read. */
export interface StoredHash extends HashParameters {
  salt: Buffer
  hash: Buffer
}

/** Bounds the work of a hash. Nobody types more. */
const max_characters = 200
const min_staff_characters = 12
const min_member_characters = 8

/** Vietnamese keyboards send the same letters composed or decomposed: both are the same password. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Why staff may not choose this password; null if they may. */
export function staffPasswordProblem(
  password: string,
  login_name: string,
): 'too_short' | 'too_long' | 'like_login_name' | null {
  const characters = [...normalizedPassword(password)]
  if (characters.length < min_staff_characters) return 'too_short'
  if (characters.length > max_characters) return 'too_long'
  // "lan.nguyen", "Lan.Nguyễn2026" and "lannguyenlannguyen" are the first guesses of anybody.
  const rest = lettersOf(password).replaceAll(lettersOf(login_name), '').replace(/\d/g, '')
  return rest.length < min_staff_characters / 2 && isLike(password, login_name)
    ? 'like_login_name'
    : null
}

/** Why a member may not choose this password; null if they may. `phone` in E.164. */
export function memberPasswordProblem(
  password: string,
  phone: string,
): 'too_short' | 'too_long' | 'common' | 'like_phone' | null {
  const characters = [...normalizedPassword(password)]
  if (characters.length < min_member_characters) return 'too_short'
  if (characters.length > max_characters) return 'too_long'
  const letters = lettersOf(password)
  if (letters.includes(phone.slice(-9))) return 'like_phone'
  // A password of signs alone folds to nothing and is in no list.
  return letters !== '' && isCommon(letters) ? 'common' : null
}

/** A password that cannot be right is refused before it is hashed: argon2 would accept an empty one. */
export function isHashable(password: string): boolean {
  return password !== '' && password.length <= 2 * max_characters
}

/** Writes a hash in the usual form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export function writeHash({ memory, passes, parallelism, salt, hash }: StoredHash): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}

/** Reads a stored hash; null if it has another form. */
export function readHash(stored: string): StoredHash | null {
  const found =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (found === null) return null
  const [, memory, passes, parallelism, salt = '', hash = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** Whether a hash is weaker than a new one would be. */
export function isOutdated({ memory, passes }: HashParameters, today: HashParameters): boolean {
  return memory < today.memory || passes < today.passes
}

function isLike(password: string, login_name: string): boolean {
  return lettersOf(password).includes(lettersOf(login_name))
}

function lettersOf(text: string): string {
  return fold(normalizedPassword(text)).replace(/[^\p{L}\p{N}]/gu, '')
}
