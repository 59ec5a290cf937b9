import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import type { Contract } from '#pure/contract.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { one_tap_claim_path } from '#storefront/addresses/sign-in.ts'
import * as sign_in_paths from '#storefront/addresses/sign-in-paths.ts'

const text = readFileSync('docs/who-is-shopping.md', 'utf8')

test('the requests of docs/who-is-shopping.md exist, and none of a sign-in is missing', () => {
  const operations = Object.values(services).flatMap(({ prefix, contract }) =>
    Object.values(contract as Contract).map(({ method, path }) => `${method} ${prefix}${path}`),
  )
  const pages = [...Object.values(addresses).map(({ path }) => path), one_tap_claim_path].map(
    (path) => `GET ${path}`,
  )
  const forms = Object.values(sign_in_paths).map((path) => `POST ${path}`)
  const known = new Set([...operations, ...pages, ...forms, 'POST /session'])
  const drawn = new Set([...text.matchAll(/\b(?:GET|POST) \/[\w/-]+/g)].map(([request]) => request))
  expect([...drawn].filter((request) => !known.has(request))).toEqual([])
  expect(forms.filter((request) => !drawn.has(request))).toEqual([])
})

test('its cookies are those of the code', () => {
  const table = text.slice(text.indexOf('## Cookies'), text.indexOf('## What an attacker'))
  const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  const folder = 'storefront/runtime/sign-in'
  const code = ['sign-in-settings', 'sign-in-endpoints', 'one-tap-endpoints', 'visitor']
    .map((file) => readFileSync(`${folder}/${file}.ts`, 'utf8'))
    .join('')
  const set = [...code.matchAll(/cookieLine\('(\w+)'/g)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set([...set, 'login_key']))
})
