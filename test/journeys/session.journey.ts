import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import {
  fillHomeAddress,
  goToPaymentInfo,
  itemInStock,
  orderOf,
  pay,
  putInCart,
} from '#test/support/shopping.ts'

const shop = journey()
const product = 'iphone-18-pro-max-256gb'
const bad_tokens = [
  ['of another form', 'not-a-token'],
  ['of our form that was never issued', 'A'.repeat(43)],
  ['empty', ''],
] as const

test('the token is in an HttpOnly cookie for a week, on the whole site', async () => {
  const visit = await shop.visit()
  const started = Date.now()
  const answered = visit.page.waitForResponse('**/session')
  await visit.open('/')
  expect((await answered).status()).toBe(201)
  const [token] = await tokensOf(visit)
  expect(token).toMatchObject({ name: 'token', path: '/', httpOnly: true, sameSite: 'Lax' })
  const days = ((token?.expires ?? 0) - started / 1_000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  expect(await visit.page.evaluate(() => document.cookie)).not.toContain('token')
})

test('an item that is added before the session exists is in the cart', async () => {
  const visit = await shop.visit()
  // The first token comes late, as on a slow connection.
  await visit.page.route('**/session', async (route) => {
    await sleep(1_500)
    await route.continue()
  })
  await visit.open(`/${product}`)
  await visit.page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  await visit.page.getByText('Đã thêm vào giỏ hàng').waitFor()
  await sleep(2_000)
  await visit.page.goto(`${shop.url}/cart`)
  expect(await visit.page.getByRole('button', { name: 'Mua ngay (1)' }).count()).toBe(1)
})

test.each(bad_tokens)('a token %s is replaced and the page stays', async (_kind, value) => {
  const item = await itemInStock(shop.db, product)
  const visit = await shop.visit()
  await visit.context.addCookies([{ name: 'token', value, url: shop.url }])
  await visit.open(`/${product}`)
  await visit.page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  await visit.page.getByText('Đã thêm vào giỏ hàng').waitFor()
  expect(new URL(visit.page.url()).pathname).toBe(`/${product}`)
  const tokens = await tokensOf(visit)
  expect(tokens).toHaveLength(1)
  expect(tokens[0]?.value).not.toBe(value)
  await visit.open('/cart')
  await visit.page.getByText(item.name).first().waitFor()
})

test('an expired token is replaced and the cart stays', async () => {
  const item = await itemInStock(shop.db, product)
  const visit = await shop.visit()
  await putInCart(visit, item.item_id, 2)
  const [old] = await tokensOf(visit)
  await expire(old?.value ?? '')
  await visit.open('/cart')
  await visit.page.getByRole('button', { name: 'Mua ngay (2)' }).waitFor()
  const [renewed] = await tokensOf(visit)
  expect(renewed?.value).not.toBe(old?.value)
})

test('a token that expires during the checkout loses neither typed fields nor the order', async () => {
  const item = await itemInStock(shop.db, product)
  const visit = await shop.visit()
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  await fillHomeAddress(visit.page)
  const [old] = await tokensOf(visit)
  await expire(old?.value ?? '')
  await visit.page.getByRole('button', { name: 'Tiếp tục' }).click()
  await visit.page.waitForURL('**/cart/payment')
  expect(await orderOf(shop.db, await pay(visit.page))).toMatchObject({ state: 'pending' })
})

test('the number on the cart is the same in a new tab', async () => {
  const item = await itemInStock(shop.db, product)
  const visit = await shop.visit()
  await putInCart(visit, item.item_id, 3)
  await visit.open('/')
  const cart = visit.page.getByRole('link', { name: /Giỏ hàng/ }).first()
  await expect.poll(() => cart.textContent()).toContain('3')
})

async function tokensOf({ context }: Visit) {
  return (await context.cookies()).filter((cookie) => cookie.name === 'token')
}

/** Lets a token expire in the database. */
async function expire(token: string): Promise<void> {
  const token_hash = createHash('sha256').update(token).digest()
  const { numUpdatedRows } = await shop.db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 60_000) })
    .where('token_hash', '=', token_hash)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new ReferenceError('no session has this token')
}
