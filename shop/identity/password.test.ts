import { argon2Sync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openPasswordHasher } from '#shop/identity/password-hasher.ts'
import {
  current_parameters,
  readHash,
  staffPasswordProblem,
  writeHash,
} from '#shop/identity/password.ts'

const password = 'Mười hai con giáp'

describe('a stored password', () => {
  const hasher = openPasswordHasher()

  test('has the usual form with the parameters, and is never the same twice', async () => {
    const stored = await hasher.hash(password)
    expect(stored).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
    expect(await hasher.hash(password)).not.toBe(stored)
    expect(await hasher.check(password, stored)).toEqual({ is_right: true, new_hash: null })
  })

  test('matches however the keyboard composes its letters', async () => {
    const stored = await hasher.hash(password.normalize('NFC'))
    expect(await hasher.check(password.normalize('NFD'), stored)).toMatchObject({ is_right: true })
  })

  test('matches nothing else', async () => {
    const stored = await hasher.hash(password)
    for (const typed of ['', 'Mười hai con giá', `${password} `, password.toLowerCase()]) {
      expect(await hasher.check(typed, stored)).toEqual({ is_right: false, new_hash: null })
    }
    for (const other of [null, '', 'x', '$argon2id$v=19$m=1,t=1,p=1$$']) {
      expect(await hasher.check(password, other)).toEqual({ is_right: false, new_hash: null })
    }
  })

  test('is hashed again when the parameters have been raised', async () => {
    const weak = { memory: 8_192, passes: 1, parallelism: 1, salt: Buffer.alloc(16, 7) }
    const message = Buffer.from(password.normalize('NFKC'))
    const { salt: nonce, ...parameters } = weak
    const hash = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...parameters })
    const stored = writeHash({ ...weak, hash })
    expect(readHash(stored)).toEqual({ ...weak, hash })
    const checked = await hasher.check(password, stored)
    expect(checked?.is_right).toBe(true)
    expect(readHash(checked?.new_hash ?? '')).toMatchObject(current_parameters)
    expect((await hasher.check('wrong', stored))?.new_hash).toBeNull()
  })

  test('is never empty', async () => {
    await expect(hasher.hash('')).rejects.toThrow(RangeError)
  })
})

test('of forty hashes asked for at once, two run, sixteen wait and the others are refused', async () => {
  const hasher = openPasswordHasher()
  const order: string[] = []
  const all = Array.from({ length: 40 }, () => hasher.hash(password))
  const reading = readFile('package.json').then(() => order.push('file'))
  const hashing = Promise.all(all).then(() => order.push('hashes'))
  await Promise.all([reading, hashing])
  // A thread stays free: the file does not wait for all hashes.
  expect(order).toEqual(['file', 'hashes'])
  const hashes = await Promise.all(all)
  expect(hashes.filter((stored) => stored !== null)).toHaveLength(18)
  expect(await hasher.hash(password)).not.toBeNull()
})

test.each([
  ['ngắn quá', 'too_short'],
  ['a'.repeat(201), 'too_long'],
  ['lan.nguyen2026', 'like_login_name'],
  ['Lan.Nguyễn 12!', 'like_login_name'],
  ['lannguyenlannguyen', 'like_login_name'],
  ['Lan Nguyễn thích ăn phở bò', null],
  [password, null],
])('as a password of lan.nguyen, "%s" is %s', (typed, problem) => {
  expect(staffPasswordProblem(typed, 'lan.nguyen')).toBe(problem)
})
