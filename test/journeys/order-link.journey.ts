import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  pay,
  putInCart,
} from '#test/support/shopping.ts'

const shop = journey()

test('the link of an order opens it in another browser, with and without scripts', async () => {
  const item = await itemInStock(shop.db, 'iphone-18-pro-max-256gb')
  const owner = await shop.visit()
  await putInCart(owner, item.item_id)
  await goToPaymentInfo(owner)
  await fillHomeAddress(owner.page)
  await goToPayment(owner.page)
  const code = await pay(owner.page)
  await owner.context.grantPermissions(['clipboard-write', 'clipboard-read'])
  const field = owner.page.getByLabel('Lưu liên kết này để xem lại đơn hàng')
  const link = await field.inputValue()
  expect(link).toMatch(new RegExp(`^${shop.url}/cart/success/cod\\?code=${code}&key=[0-9a-f]{40}$`))
  await owner.page.getByRole('button', { name: 'Sao chép' }).click()
  await owner.page.getByText('Đã sao chép liên kết đơn hàng').waitFor()
  expect(await owner.page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  for (const javascript of [true, false]) {
    const friend = await shop.visit({ javascript, width: 390, height: 844 })
    await friend.open(link)
    await friend.page.getByText(code).first().waitFor()
    expect(await friend.page.getByText('Lưu liên kết này').count()).toBe(0)
    expect(await friend.page.locator('head meta[name=robots]').getAttribute('content')).toContain(
      'noindex',
    )
    // axe itself is a script.
    const problems = javascript ? await axeProblems(friend.page) : []
    expect(problems).toEqual([])
  }

  const stranger = await shop.visit()
  const answer = await stranger.page.goto(link.replace(/key=.*/, `key=${'0'.repeat(40)}`))
  expect(answer?.status()).toBe(404)
  await stranger.hydrated()
  stranger.forgive(/404/)
})
