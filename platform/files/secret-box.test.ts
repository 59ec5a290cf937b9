import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { secretBox } from '#platform/files/secret-box.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'tiem-box-'))
const source = { secret_key: null, data_dir }

afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

test('a sealed text opens again, and is sealed differently each time', () => {
  const box = secretBox(source, 'gateways')
  const sealed = box.seal('{"key":"bí mật"}', 'gateway vnpay')
  expect(box.open(sealed, 'gateway vnpay')).toBe('{"key":"bí mật"}')
  expect(box.seal('{"key":"bí mật"}', 'gateway vnpay')).not.toEqual(sealed)
  expect(sealed.toString('latin1')).not.toContain('key')
})

test('the key is a file that only this user reads; the next process uses the same', () => {
  const sealed = secretBox(source, 'gateways').seal('text', 'label')
  expect(readdirSync(data_dir)).toEqual(['gateways.key'])
  expect(statSync(join(data_dir, 'gateways.key')).mode & 0o777).toBe(0o600)
  expect(secretBox(source, 'gateways').open(sealed, 'label')).toBe('text')
})

test('a key file that others may read is restricted again', () => {
  const file = join(data_dir, 'gateways.key')
  chmodSync(file, 0o644)
  secretBox(source, 'gateways').seal('text', 'label')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file without a valid key is reported and stays', () => {
  writeFileSync(join(data_dir, 'broken.key'), 'no key at all')
  const seal = () => secretBox(source, 'broken').seal('text', 'label')
  expect(seal).toThrow(/broken\.key is no key .* Put the right file back/)
  expect(readdirSync(data_dir)).toContain('broken.key')
  rmSync(join(data_dir, 'broken.key'))
})

test('nothing opens with another label, another key, another purpose or a changed byte', () => {
  const box = secretBox(source, 'gateways')
  const sealed = box.seal('text', 'gateway vnpay')
  expect(box.open(sealed, 'gateway momo')).toBeNull()
  expect(secretBox(source, 'others').open(sealed, 'gateway vnpay')).toBeNull()
  const keyed_box = secretBox({ ...source, secret_key: 'k'.repeat(32) }, 'gateways')
  expect(keyed_box.open(sealed, 'gateway vnpay')).toBeNull()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(box.open(changed, 'gateway vnpay')).toBeNull()
  }
  expect(box.open(Buffer.alloc(3), 'gateway vnpay')).toBeNull()
})
