import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import {
  current_parameters,
  type HashParameters,
  isHashable,
  isOutdated,
  normalizedPassword,
  readHash,
  type StoredHash,
  writeHash,
} from '#shop/identity/password.ts'

/** Hashes and checks passwords. `null` means: too many wait, the caller must try again later. */
export interface PasswordHasher {
  hash: (password: string) => Promise<string | null>
  /**
   * Checks a password against a stored hash. Without one the same work is done, so that the time does not tell
   * whether an account exists. `new_hash`: the password is right and should be stored with today's parameters.
   */
  check: (
    password: string,
    stored: string | null,
  ) => Promise<{ is_right: boolean; new_hash: string | null } | null>
}

/** Node hashes in four threads that also read files: with more than two at once, pages would wait for them. */
const max_running = 2
const max_waiting = 16
const salt_bytes = 16
const hash_bytes = 32

const derive = promisify(argon2)

/**
 * Creates the password hasher of a process. It runs two hashes at once and lets a few more wait. Tests of
 * something else pass a lower `cost`.
 */
export function openPasswordHasher(cost: HashParameters = current_parameters): PasswordHasher {
  const nobody = { ...cost, salt: randomBytes(salt_bytes) }
  const takeTurn = turns()
  return {
    hash: (password) => takeTurn(() => newHash(password, cost)),
    check: (password, stored) =>
      takeTurn(async () => {
        const known = stored === null ? null : readHash(stored)
        const text = isHashable(password) ? password : '-'
        const hash = await hashed(text, known ?? nobody)
        const is_right = known !== null && isHashable(password) && timingSafeEqual(hash, known.hash)
        const new_hash = is_right && isOutdated(known, cost) ? await newHash(password, cost) : null
        return { is_right, new_hash }
      }),
  }
}

async function newHash(password: string, cost: HashParameters): Promise<string> {
  if (!isHashable(password)) throw new RangeError('an empty or endless password is never stored')
  const salt = randomBytes(salt_bytes)
  const hash = await hashed(password, { ...cost, salt })
  return writeHash({ ...cost, salt, hash })
}

type Salted = HashParameters & Pick<StoredHash, 'salt'> & { hash?: Buffer }

function hashed(password: string, { memory, passes, parallelism, salt, hash }: Salted) {
  return derive('argon2id', {
    message: Buffer.from(normalizedPassword(password)),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: hash?.length ?? hash_bytes,
  })
}

/** Runs a bounded number of works at once, others wait in their sequence. Returns null if too many wait. */
function turns(): <T>(work: () => Promise<T>) => Promise<T | null> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max_running && waiting.length >= max_waiting) return null
    // Whoever ends hands its turn to the next one, so `running` does not change in between.
    if (running >= max_running) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
