import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Page, Worker } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey({ host: 'localhost' })

/** Lets the browser hand a message to the worker, as a push service does. Returns what the worker shows. */
async function shownFor(page: Page, message: object): Promise<Shown[]> {
  const { origin } = new URL(page.url())
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  // Chromium without windows shows no notifications: what its worker would show is noted.
  const worker = await serviceWorkerOf(page)
  await worker.evaluate(noteShown)
  const data = JSON.stringify(message)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const read = () => worker.evaluate(() => (globalThis as unknown as Noting).shown)
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
  return read()
}

interface Shown {
  title: string
  url: string
  stop: string | undefined
  buttons: string[]
}

interface Noting {
  shown: Shown[]
  registration: ServiceWorkerRegistration
}

/** Runs in the worker. */
function noteShown(): void {
  const worker = globalThis as unknown as Noting
  worker.shown = []
  worker.registration.showNotification = async (title, options) => {
    const { data, actions } = options as { data: Shown; actions: { title: string }[] }
    const buttons = actions.map((action) => action.title)
    worker.shown.push({ title, url: data.url, stop: data.stop, buttons })
  }
}

async function serviceWorkerOf(page: Page): Promise<Worker> {
  const [running] = page.context().serviceWorkers()
  return running ?? page.context().waitForEvent('serviceworker')
}

async function pathOf(): Promise<string> {
  const { rows } = await sql<{ item_id: number }>`
    select product_id as item_id from product join stock using (product_id)
    where type = 'simple' and is_active and quantity > 0 order by product_id limit 1`.execute(
    shop.db,
  )
  return `/bao-tin?mau=${rows[0]?.item_id}&qua=trinh-duyet`
}

/** The browser of the tests reaches no push service: this one answers as if it did. */
async function playPushService(page: Page): Promise<void> {
  const pair = createECDH('prime256v1')
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
    keys: {
      p256dh: pair.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  await page.addInitScript((answer) => {
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () =>
      ({ toJSON: () => answer }) as unknown as PushSubscription
  }, subscription)
}

test.each([
  [390, 844],
  [1440, 900],
] as const)(
  'at %i px a browser asks for a notification, after consent only',
  async (width, height) => {
    const { page, open } = await shop.visit({ width, height, consent: null })
    await playPushService(page)
    await open(await pathOf())
    await page.getByRole('button', { name: 'Từ chối' }).click()
    await page.getByRole('button', { name: 'Bật thông báo' }).click()
    await page.getByText('Hãy cho phép “Lưu trên máy này và thông báo”').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takePicture(page, 'notice-push')
    await page.getByRole('link', { name: 'Mở quyền riêng tư' }).click()
    await page.getByLabel(/Lưu trên máy này/).check()
    await page.getByRole('button', { name: 'Lưu lựa chọn' }).click()
    await page.getByText('Đã lưu lựa chọn của bạn').waitFor()
    await open(await pathOf())
    await page.getByRole('button', { name: 'Bật thông báo' }).click()
    await page.getByText('Đã đăng ký.').waitFor()
    await takePicture(page, 'notice-push-done')
    const { rows } =
      await sql`select from product_notice where channel = 'push' and state = 'waiting'`.execute(
        shop.db,
      )
    expect(rows.length).toBeGreaterThan(0)
    const title = '[QC] Đã có hàng trở lại'
    const links = { url: `${shop.url}/`, stop: `${shop.url}/bao-tin/0` }
    const message = { title, body: 'x', ...links, tag: 'a' }
    expect(await shownFor(page, message)).toEqual([{ title, ...links, buttons: ['Ngừng nhận'] }])
  },
  60_000,
)

test('without scripts the page says what to do instead', async () => {
  const { page, open } = await shop.visit({ javascript: false, width: 390 })
  await open(await pathOf())
  await page.getByText('Cách này cần JavaScript').waitFor()
  expect(await page.getByRole('button', { name: 'Bật thông báo' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Email' }).first().click()
  await page.getByLabel('Email của bạn').waitFor()
})
