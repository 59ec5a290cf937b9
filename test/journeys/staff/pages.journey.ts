import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { totpCode, totpStep } from '#shop/identity/totp.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import {
  innerScrollers,
  no_problems,
  problemsOf,
  sidewaysScroll,
  sidewaysScrollAt,
  takePicture,
} from '#test/support/screens.ts'
import { enterAsStaff, visitAsStaff } from '#test/support/staff.ts'

const shop = journey()

/** Two transfers that name no order. */
beforeEach(async () => {
  await sql`delete from payment_review`.execute(shop.db)
  await sql`delete from bank_message`.execute(shop.db)
  for (const relay_id of ['701', '702']) {
    await sql`
      with told as (
        insert into bank_message (relay, relay_id, amount, account_number, content, outcome, received_at)
        values ('sepay', ${relay_id}, 250000, '0987654321', 'mua dien thoai', 'review', now())
        returning bank_message_id)
      insert into payment_review (bank_message_id, reason, state, created_at)
      select bank_message_id, 'unknown_code', 'open', now() from told`.execute(shop.db)
  }
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const narrowest = { width: 320, height: 568 }

test(
  'every page of staff is accessible and fits 320, 390 and 1440 pixels; at 390 no list in it scrolls sideways',
  { timeout: 300_000 },
  async () => {
    // Pages of one order, and of a job with orders, are in orders.journey.ts.
    const all = Object.values(addresses).filter(
      ({ path }) => !/:(code|bulk_job_id|draft_id)/.test(path),
    )
    // One visitor of each size walks through all pages, and both at the same time: both cores are used.
    const visitors = await Promise.all(
      sizes.map(async (size) => {
        const visit = await shop.visit(size)
        await enterAsStaff(visit.context, shop.url)
        return visit
      }),
    )
    const sale = await shop.db.selectFrom('flash_sale').select('flash_sale_id').executeTakeFirst()
    const flash_sale_id = String(sale?.flash_sale_id)
    const campaign_id = await newCampaign()
    for (const { page: name, path } of all) {
      // The demo account that was entered first is the first member of staff.
      const ids = { flash_sale_id, campaign_id }
      const one = {
        staff_id: '1',
        banner_id: '1',
        role_code: 'sales',
        change_id: await newEntry(),
        ...ids,
      }
      const here = path.replace(/:(\w+)/, (_, key: keyof typeof one) => one[key])
      // Directors open every page but this one.
      const role = path === addresses.erasures.path ? 'data_officer' : 'director'
      const found = await Promise.all(
        visitors.map(async ({ context, page, open }) => {
          if (role !== 'director') await enterAsStaff(context, shop.url, role)
          await open(here)
          const problems = await problemsOf(page, `staff-${name}`)
          const inner = page.viewportSize()?.width === 390 ? await innerScrollers(page) : []
          const on_narrowest = await sidewaysScrollAt(page, narrowest)
          if (role !== 'director') await enterAsStaff(context, shop.url)
          return { ...problems, on_narrowest, inner }
        }),
      )
      const none = sizes.map(() => ({ ...no_problems, on_narrowest: 0, inner: [] }))
      expect({ here, found }).toEqual({ here, found: none })
    }
  },
)

/** A message of offers that waits for its approval. */
async function newCampaign(): Promise<string> {
  const { rows } = await sql<{ campaign_id: number }>`
    insert into message_campaign (name, channel, audience, title, body, button, link, state, starts_at, ends_at,
      written_by, writer_name, changed_at)
    values ('Black Friday', 'email', 'all', 'Giảm đến 40%', 'Ba ngày cuối tuần.', 'Xem', '/sale-black-friday',
      'asked', now(), now() + interval '3 days', 999, 'Hoa', now())
    returning campaign_id`.execute(shop.db)
  return String(rows[0]?.campaign_id)
}

/** An entry of the ledger about a note, with a personal field. */
async function newEntry(): Promise<string> {
  const { rows } = await sql<{ change_id: number }>`
    insert into change_log (changed_at, actor, operation, thing, thing_key, table_name, row_key, action,
      changes, personal_fields)
    values (now(), 'token', 'orders.addNote', 'order', 'DH261120-7K3M9QXZ', 'sales_order_staff_event',
      '1', 'insert', '{"kind": [null, "note"]}', '{text}')
    returning change_id`.execute(shop.db)
  return String(rows[0]?.change_id)
}

test('a decision needs no page load, and a refusal says why', async () => {
  const { page, forgive } = await visitAsStaff(shop, addresses.reconciliation.path)
  await page.evaluate(() => document.body.setAttribute('data-loaded', 'once'))
  const waiting = page.getByRole('heading', { name: 'Chờ xử lý (2)' })
  await waiting.waitFor()

  const row = page.getByRole('row', { name: /sepay 701/ })
  await row.getByLabel('Mã đơn hàng').fill('khong co don nay')
  await row.getByRole('button', { name: 'Nhận cho đơn hàng' }).click()
  await page.getByRole('alert').getByText('Hãy điền mã đơn hàng có thật').waitFor()
  expect(await row.getByLabel('Mã đơn hàng').inputValue()).toBe('khong co don nay')

  await row.getByRole('button', { name: 'Bỏ qua' }).click()
  await page.getByRole('heading', { name: 'Chờ xử lý (1)' }).waitFor()
  await row.getByText('Đã bỏ qua').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.getByRole('link', { name: 'Hoàn tiền', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Hoàn tiền' }).waitFor()
  expect(await page.title()).toBe('Hoàn tiền')
  expect(await page.locator('body').getAttribute('data-loaded')).toBe('once')
  forgive(/answer 409|status of 409/)
})

test('the same works before scripts, by plain posts', async () => {
  const { page, forgive } = await visitAsStaff(shop, addresses.reconciliation.path, {
    javascript: false,
  })
  const row = page.getByRole('row', { name: /sepay 702/ })
  await row.getByRole('button', { name: 'Nhận cho đơn hàng' }).click()
  await page.getByRole('alert').getByText('Hãy điền mã đơn hàng có thật').waitFor()
  await row.getByRole('button', { name: 'Bỏ qua' }).click()
  await page.getByRole('heading', { name: 'Chờ xử lý (1)' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(addresses.reconciliation.path)
  forgive(/answer 409|status of 409/)
})

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])(
  'somebody is invited, signs in with a second step and is locked, $width pixels',
  async (size) => {
    // A second attempt invites somebody else: a login name is given once.
    const attempt = `${size.width}.${crypto.randomUUID().slice(0, 6)}`
    const name = `Lê Thu ${attempt}`
    const login_name = `thu.${attempt}`
    const { page: manager } = await visitAsStaff(shop, addresses.people.path, size)
    await manager.getByLabel('Họ tên').fill(name)
    await manager.getByLabel(/^Tên đăng nhập/).fill(login_name)
    await manager.getByRole('checkbox', { name: 'Kế toán' }).check()
    await manager.getByRole('button', { name: 'Thêm và lấy liên kết mời' }).click()
    const link = await manager.getByText(/loi-moi\?token=/).innerText()
    expect(await axeProblems(manager)).toEqual([])
    await takePicture(manager, 'staff-invited')

    const { page, forgive } = await shop.visit({ ...size, javascript: false })
    await page.goto(link)
    await checkPlain(page, 'staff-invite')
    await page.getByLabel(/^Mật khẩu mới/).fill('ngắn quá')
    await page.getByRole('button', { name: 'Đặt mật khẩu' }).click()
    await page.getByRole('alert').getByText('Mật khẩu cần ít nhất 12 ký tự.').waitFor()
    await page.getByLabel(/^Mật khẩu mới/).fill('Mười hai con giáp')
    await page.getByRole('button', { name: 'Đặt mật khẩu' }).click()
    await page.getByText('Đã đặt mật khẩu.').waitFor()
    await checkPlain(page, 'staff-sign-in')

    // By keyboard alone: name, password, Enter.
    await page.getByLabel('Tên đăng nhập').focus()
    await page.keyboard.type(login_name)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Mười hai con giáp')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'Mã QR cho ứng dụng xác thực' }).waitFor()
    await checkPlain(page, 'staff-enrolment')
    const secret = await page.locator('strong').innerText()
    await page.getByLabel('Mã 6 số').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Mã không đúng').waitFor()
    await page.getByLabel('Mã 6 số').fill(totpCode(bytesOf(secret), totpStep(new Date())))
    await page.keyboard.press('Enter')
    await page.getByText('1 lần sai từ').waitFor()
    // The menu stands behind a button on a phone.
    if (size.width < 1024) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Hoàn tiền', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Hoàn tiền' }).waitFor()
    expect(await page.getByRole('link', { name: 'Nhân viên' }).count()).toBe(0)

    await manager.getByRole('link', { name }).click()
    await manager.getByRole('button', { name: 'Khóa tài khoản' }).click()
    await manager.getByText('Đã khóa').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Đăng nhập nội bộ' }).waitFor()
    forgive(/answer 4(01|22)|status of 4(01|22)/)
  },
)

async function checkPlain(page: Page, picture: string): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, picture)
}

/** Reads the key that the page shows for typing. */
function bytesOf(secret: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const digits = [...secret.replaceAll(' ', '')].map((letter) => letters.indexOf(letter))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('the pages around the sign-in are accessible', async () => {
  const { page } = await shop.visit({ width: 360, height: 740 })
  await page.goto(`${shop.url}${auth_paths.sign_in}`)
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Vào với vai trò Cửa hàng trưởng' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hôm nay' }).waitFor()
})
