import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { putInStock } from '#test/support/small-shop.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey()
const path = '/iphone-18-pro-max-256gb'
const widths = [
  [390, 844],
  [1440, 900],
] as const

/** The text of the newest message of a template, once the job has sent it. */
async function textOf(template: string): Promise<string> {
  let text = ''
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ body: string | null }>`
          select body from outbox where template = ${template} order by outbox_id desc limit 1`.execute(
          shop.db,
        )
        text = rows[0]?.body ?? ''
        return text
      },
      { timeout: 15_000 },
    )
    .not.toBe('')
  return text
}

test.each(widths)(
  'at %i px a lower price is asked for by mail and by SMS, and stopped',
  async (width, height) => {
    await sql`delete from outbox where template like 'notice%' or template = 'otp'`.execute(shop.db)
    const { page, open } = await shop.visit({ width, height })
    const look = async (name: string) => {
      expect(await axeProblems(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await takePicture(page, name)
    }
    await open(path)
    await page.getByRole('link', { name: 'Báo giảm giá' }).click()
    await page.getByRole('heading', { name: 'Báo khi giảm giá' }).waitFor()
    await look('notice-email')
    await page.getByLabel('Email của bạn').fill('sai@mail')
    await page.getByRole('button', { name: 'Đăng ký nhận tin' }).click()
    await page.getByText('Email chưa đúng').waitFor()
    await page.getByLabel('Email của bạn').fill(`nguoi.mua.${width}@mail.example`)
    await page.getByRole('button', { name: 'Đăng ký nhận tin' }).click()
    await page.getByText('Còn một bước').waitFor()
    await look('notice-asked')
    const [, link = ''] = /(\/bao-tin\/[0-9a-f]{32})/.exec(await textOf('notice_confirm')) ?? []
    await open(link)
    await look('notice-link')
    await page.getByRole('button', { name: 'Xác nhận nhận tin' }).click()
    await page.getByText('Đã xác nhận.').waitFor()
    await page.getByRole('button', { name: 'Không nhận tin này' }).click()
    await page.getByText('Đã dừng.').waitFor()
    await look('notice-stopped')

    await open(path)
    await page.getByRole('link', { name: 'Báo giảm giá' }).click()
    await page.getByRole('link', { name: 'Tin nhắn' }).click()
    await page.getByLabel('Số điện thoại của bạn').fill(`0912 345 ${width % 1_000}`)
    await look('notice-phone')
    await page.getByRole('button', { name: 'Gửi mã xác nhận' }).click()
    await page.getByLabel('Mã xác nhận').fill('12')
    await page.getByRole('button', { name: 'Xác nhận và đăng ký' }).click()
    await page.getByText('Mã chưa đúng').waitFor()
    await look('notice-code')
    const code = /\b\d{6}\b/.exec(await textOf('otp'))?.[0] ?? ''
    await page.getByLabel('Mã xác nhận').fill(code)
    await page.getByRole('button', { name: 'Xác nhận và đăng ký' }).click()
    await page.getByText('Đã đăng ký.').waitFor()
    await look('notice-done')
  },
  120_000,
)

test('without scripts: an item that is sold out is asked for by SMS', async () => {
  const item = sql`(select product_id from product where type = 'simple' and is_active and parent_id =
    (select entity_id from slug where path = ${path.slice(1)} and kind = 'product'))`
  const { rows } = await sql<{
    item_id: number
  }>`select product_id as item_id from ${item} item`.execute(shop.db)
  await putInStock(
    shop.db,
    rows.map(({ item_id }) => ({ item_id, free: {} })),
  )
  await sql`delete from outbox where template = 'otp'`.execute(shop.db)
  const { page, open } = await shop.visit({ javascript: false, width: 390 })
  await expect
    .poll(async () => {
      await open(path)
      return page.getByRole('link', { name: 'Đăng ký nhận tin' }).first().isVisible()
    })
    .toBe(true)
  await takePicture(page, 'notice-sold-out')
  await page.getByRole('link', { name: 'Đăng ký nhận tin' }).first().click()
  await page.getByRole('link', { name: 'Tin nhắn' }).click()
  await page.getByLabel('Số điện thoại của bạn').fill('0912345777')
  await page.getByRole('button', { name: 'Gửi mã xác nhận' }).click()
  await page.getByText('Mã xác nhận 6 số').waitFor()
  await page.getByLabel('Mã xác nhận').fill(/\b\d{6}\b/.exec(await textOf('otp'))?.[0] ?? '')
  await page.getByRole('button', { name: 'Xác nhận và đăng ký' }).click()
  await page.getByText('Đã đăng ký.').waitFor()
  expect(await page.locator('main').innerText()).toContain('có hàng trở lại')
})
