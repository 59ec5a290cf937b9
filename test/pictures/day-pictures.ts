import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { addresses } from '#admin/addresses/addresses.ts'
import { customerPath, receiptPath, transferPath } from '#admin/addresses/paths.ts'
import type { Database } from '#db/schema.ts'
import { fillDay } from '#test/pictures/day-of-a-shop.ts'
import { withDemoShop } from '#test/pictures/demo-shop.ts'
import { openBrowser, openVisit } from '#test/support/browser.ts'
import { enterAsStaff } from '#test/support/staff.ts'

/**
 * `npm run pictures` takes the pictures of docs/a-day-in-the-shop.md again: it starts a demo shop, lets shoppers order,
 * and looks at the pages of staff.
 */
async function main(): Promise<void> {
  await withDemoShop(({ url }, db) => takeAll(url, db))
}

const desktop = { width: 1280, height: 800 }
const telephone = { width: 360, height: 740 }
/** As wide as a picture is shown. */
const shown_width = 1_000

async function takeAll(url: string, db: Database): Promise<void> {
  const browser = await openBrowser()
  try {
    const day = await fillDay(url, db)
    const pages = async (size: typeof desktop) => {
      const visit = await openVisit(browser, { ...size, url })
      await enterAsStaff(visit.context, url)
      return visit
    }
    const { page, open } = await pages(desktop)
    await open(addresses.today.path)
    await save(page, 'hom-nay', { is_whole: true })
    await open(addresses.month_report.path)
    await save(page, 'bao-cao', { is_whole: true })
    await open(addresses.order_calls.path)
    await page.getByRole('heading', { level: 1, name: /^Gọi / }).waitFor()
    await save(page, 'goi-khach')
    await open(customerPath(day.joined_code))
    await save(page, 'khach-hang')
    await open(addresses.packing.path)
    await scan(page, [day.sku_to_pack])
    await page.getByRole('heading', { level: 1, name: /^Đóng gói DH/ }).waitFor()
    await save(page, 'dong-goi')
    await open(addresses.hand_over.path)
    await scan(page, day.parcels)
    await page.getByRole('button', { name: 'Bàn giao tất cả' }).click()
    await page.getByRole('heading', { level: 2, name: /^Biên bản bàn giao/ }).waitFor()
    await save(page, 'ban-giao')
    await open(receiptPath('PN000001'))
    await save(page, 'nhap-hang')
    await open(transferPath('CK000001'))
    await save(page, 'chuyen-kho')
    await takeCount(await pages(telephone), db)
  } finally {
    await browser.close()
  }
}

/** A count on a telephone, with three devices. */
async function takeCount({ page, open }: Awaited<ReturnType<typeof openVisit>>, db: Database) {
  await open(addresses.counts.path)
  await page.locator('[name=shop_id]').selectOption('1')
  await page.locator('[name=category_id]').selectOption({ label: 'Máy tính bảng' })
  await page.getByRole('button', { name: 'Bắt đầu đếm' }).click()
  await page.getByRole('heading', { name: /^KK\d{6}$/ }).waitFor()
  const { rows } = await sql<{ code: string }>`
    select coalesce(imei1, serial) as code from unit join product using (product_id) join category using (category_id)
    where unit.shop_id = 1 and state = 'in_stock' and category.code = 'may-tinh-bang'
    order by unit_id limit 3`.execute(db)
  await scan(
    page,
    rows.map(({ code }) => code),
  )
  await page.getByRole('heading', { name: `Đã đếm ${rows.length}` }).waitFor()
  await save(page, 'kiem-ke')
}

/** Scans as a scanner does, wherever the focus is; the next code once the page has taken the one before. */
async function scan(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
    await page.waitForLoadState('networkidle')
  }
}

/** Writes the window, or the whole page, as a small WebP into docs/pictures. */
async function save(page: Page, name: string, { is_whole = false } = {}): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const png = await page.screenshot({ fullPage: is_whole })
  const width = Math.min(shown_width, page.viewportSize()?.width ?? shown_width)
  const bytes = await sharp(png).resize({ width }).webp({ quality: 72 }).toBuffer()
  await writeFile(join('docs/pictures', `${name}.webp`), bytes)
  console.log(`${name}: ${Math.round(bytes.length / 1_000)} kB`)
}

await main()
