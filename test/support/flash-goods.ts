import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Database } from '#db/schema.ts'
import type { Visit } from '#test/support/browser.ts'
import { type FlashGoods, openFlashSale } from '#test/support/flash-crowd.ts'
import {
  fillHomeAddress,
  type Goods,
  goToPayment,
  goToPaymentInfo,
  oneOf,
  putInCart,
  shopper,
} from '#test/support/shopping.ts'

/** Something of the shop that is in a flash sale of its own now. */
export interface OnSale extends Goods, Omit<FlashGoods, 'price'> {
  flash_price: number
}

const off = 1_000_000

/** Puts the first colour at an address that can be bought into a window with so many slots. */
export async function putOnSale(db: Database, path: string, slots: number): Promise<OnSale> {
  const goods = await oneOf(db, path)
  const flash_price = goods.sale_price - off
  const made = await openFlashSale(db, { item_id: goods.item_id, price: flash_price, slots })
  const { flash_sale_item_id, quota_id } = made
  return { ...goods, flash_sale_item_id, quota_id, flash_price }
}

/** From an empty cart to the page with the button that orders. */
export async function atPayment(visit: Visit, { item_id }: OnSale, phone: string): Promise<void> {
  await putInCart(visit, item_id)
  await goToPaymentInfo(visit)
  await fillHomeAddress(visit.page, { ...shopper, phone })
  await goToPayment(visit.page)
}

/** Chooses VNPAY and orders. */
export async function orderByVnpay(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /VNPAY/ }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
}

/** On the page that plays VNPAY: pays, and comes back to what became of the order. */
export async function payAtVnpay(page: Page): Promise<string> {
  await page.waitForURL('**/cong-thanh-toan-thu/vnpay*')
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  return new URL(page.url()).searchParams.get('code') ?? ''
}

/** What other customers do to the slots: sold for good, or held by orders that wait for their money. */
export async function takeSlots(
  db: Database,
  { quota_id }: OnSale,
  how: { sold: number; held: number },
): Promise<void> {
  const taken = how.sold + how.held
  await sql`update quota set taken = ${taken}, settled = ${how.sold} where quota_id = ${quota_id}`.execute(
    db,
  )
}

/** Lets the window of a thing end so many seconds from now. */
export async function endIn(db: Database, goods: OnSale, seconds: number): Promise<void> {
  await sql`update flash_sale set ends_at = now() + make_interval(secs => ${seconds})
    where flash_sale_id = (select flash_sale_id from flash_sale_item
      where flash_sale_item_id = ${goods.flash_sale_item_id})`.execute(db)
}
