import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Database } from '#db/schema.ts'
import type { Visit } from '#test/support/browser.ts'
import { type FlashItem, openFlashSale } from '#test/support/flash-crowd.ts'
import {
  fillHomeAddress,
  type DemoItem,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  putInCart,
  shopper,
} from '#test/support/shopping.ts'

/** An item of the demo shop in a flash sale of its own that runs now. */
export interface OnSale extends DemoItem, Omit<FlashItem, 'price'> {
  flash_price: number
}

const discount = 1_000_000

/** Puts the first colour in stock at an address into a flash sale with `slots` slots. */
export async function putOnSale(db: Database, path: string, slots: number): Promise<OnSale> {
  const item = await itemInStock(db, path)
  const flash_price = item.sale_price - discount
  const sale_item = await openFlashSale(db, { item_id: item.item_id, price: flash_price, slots })
  const { flash_sale_item_id, quota_id } = sale_item
  return { ...item, flash_sale_item_id, quota_id, flash_price }
}

/** Goes from an empty cart to the payment page. */
export async function atPayment(visit: Visit, { item_id }: OnSale, phone: string): Promise<void> {
  await putInCart(visit, item_id)
  await goToPaymentInfo(visit)
  await fillHomeAddress(visit.page, { ...shopper, phone })
  await goToPayment(visit.page)
}

/** Orders with VNPAY. */
export async function orderByVnpay(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /VNPAY/ }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
}

/** Pays on the sandbox page of VNPAY; returns the order's code from the success page. */
export async function payAtVnpay(page: Page): Promise<string> {
  await page.waitForURL('**/cong-thanh-toan-thu/vnpay*')
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  return new URL(page.url()).searchParams.get('code') ?? ''
}

/** Sets the slots that other customers have: sold, or reserved by unpaid orders. */
export async function takeSlots(
  db: Database,
  { quota_id }: OnSale,
  how: { sold: number; reserved: number },
): Promise<void> {
  const taken = how.sold + how.reserved
  await sql`update quota set taken = ${taken}, settled = ${how.sold} where quota_id = ${quota_id}`.execute(
    db,
  )
}

/** Lets the flash sale of an item end in `seconds` from now. Returns when that is. */
export async function endIn(db: Database, item: OnSale, seconds: number): Promise<Date> {
  const { rows } = await sql<{ ends_at: Date }>`
    update flash_sale set ends_at = now() + make_interval(secs => ${seconds})
    where flash_sale_id = (select flash_sale_id from flash_sale_item
      where flash_sale_item_id = ${item.flash_sale_item_id}) returning ends_at`.execute(db)
  return rows[0]?.ends_at ?? new Date(0)
}
