import { expect, test } from 'vitest'
import { openCheckout } from '#test/support/checkout.ts'

const checkout = openCheckout()
const secret = 'ab'.repeat(16)

test.each([`/nhan-uu-dai/${secret}`, '/cart/abandonment/AAAAAAAAAAAAAAAAAAAAAA?dung-nhac=1'])(
  'a link to stop offers that the shop does not know, as after a restore, leads to other ways: %s',
  async (path) => {
    const { door } = checkout
    const link = await door.call('GET', path)
    expect([link.status, link.headers.get('location')]).toEqual([302, '/nhan-uu-dai?lien-ket-cu=1'])
    const page = await door.call('GET', '/nhan-uu-dai?lien-ket-cu=1')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Liên kết ngừng nhận này không còn dùng được')
    expect(page.text).toMatch(/Để ngừng nhận ngay[^]*href="tel:/)
  },
)

test('a link that is none, and one that restores a cart, answer 404 as before', async () => {
  const { door } = checkout
  for (const path of ['/nhan-uu-dai/khong-co', '/cart/abandonment/AAAAAAAAAAAAAAAAAAAAAA']) {
    expect((await door.call('GET', path)).status).toBe(404)
  }
})
