import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey()

test('without a network a page offers to try again and shows phone numbers', async () => {
  const visit = await shop.visit()
  await visit.open('/')
  await visit.page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    const [name] = await caches.keys()
    return name !== undefined && (await (await caches.open(name)).match('/offline')) !== undefined
  })
  await visit.context.setOffline(true)
  await visit.page.goto('/dien-thoai')
  expect(await visit.page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Bạn đang ngoại tuyến',
  )
  await visit.page.getByRole('link', { name: '1800 2064' }).waitFor()
  expect(await visit.page.getByRole('listitem').count()).toBeGreaterThan(10)
  await visit.context.setOffline(false)
  await visit.page.getByRole('link', { name: 'Thử lại' }).click()
  await visit.page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  visit.forgive(/ERR_INTERNET_DISCONNECTED/)
})
