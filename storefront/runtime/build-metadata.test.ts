import { describe, expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

describe('the id of the served build (contract §7)', () => {
  test('is at /build.json, which is never cached', async () => {
    const answer = await demo.door.call('GET', `/build.json?${Date.now()}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(JSON.parse(answer.text)).toEqual({ id: 'dev', time: '1970-01-01T00:00:00.000Z' })
  })

  test.each([
    '/_data/',
    '/_data/dien-thoai',
    '/_data/_shell',
    '/_data/khong-co',
    '/_data/cart/payment',
  ])('is a header of %s', async (path) => {
    const { headers } = await demo.door.call('GET', path)
    expect(headers.get('x-build-id')).toBe('dev')
  })

  test('is in the data of a page', async () => {
    const answer = await demo.door.call('GET', '/')
    expect(answer.text).toContain('"build_id":"dev"')
  })

  test('the internal header for external redirects is not sent', async () => {
    const answer = await demo.door.call('GET', '/cart/payment')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('x-external')).toBeNull()
  })
})
