import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey()
const path = '/he-thong-cua-hang'

test.each([390, 1440])(
  'all shops, one district and an empty province are accessible at %i px',
  async (width) => {
    const visit = await shop.visit({ width, height: width === 390 ? 844 : 900 })
    expect(await layoutShift(visit.page, path)).toBeLessThanOrEqual(0.01)
    await visit.hydrated()
    expect(await axeProblems(visit.page)).toEqual([])
    await takePicture(visit.page, 'shops')
    await visit.open(`${path}?province=30&district=quan-1`)
    expect(await axeProblems(visit.page)).toEqual([])
    await takePicture(visit.page, 'shops-district')
    await visit.open(`${path}?province=63`)
    expect(await axeProblems(visit.page)).toEqual([])
    await takePicture(visit.page, 'shops-none')
  },
)

test('no page is wider than the narrowest phone', async () => {
  const page = await shop.enter(path, { width: 320, height: 640 })
  expect(await sidewaysScroll(page)).toBe(0)
})

test('the header links to the page, and it shows where the shops are', async () => {
  const page = await shop.enter('/')
  await page.getByRole('link', { name: 'Cửa hàng gần bạn' }).click()
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { level: 1, name: /Hệ thống cửa hàng.*59 cửa hàng/ }).waitFor()
  const first = page.getByRole('listitem').filter({ hasText: '466 Trần Quang Khải' })
  await first.getByText('08:00 - 21:30').waitFor()
  expect(await first.getByRole('link', { name: /Gọi/ }).getAttribute('href')).toBe(
    'tel:02871001001',
  )
  expect(await first.getByRole('link', { name: /Chỉ đường/ }).getAttribute('href')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=10.78449,106.68866',
  )
  expect(await first.getByRole('link', { name: /Zalo/ }).getAttribute('href')).toMatch(
    /^https:\/\/zalo\.me\//,
  )
})

test('province and district narrow the list at once, and going back undoes it', async () => {
  const { page, open } = await shop.visit()
  await open(path)
  await page.getByLabel('Tỉnh, thành phố', { exact: true }).selectOption({ value: '24' })
  await page.waitForURL(`**${path}?province=24`)
  await page.getByRole('heading', { level: 1, name: /Cửa hàng tại Hà Nội/ }).waitFor()
  const districts = page.getByLabel('Quận, huyện', { exact: true })
  const [, second] = await districts.locator('option').allTextContents()
  await districts.selectOption({ index: 1 })
  await page.waitForURL(/district=/)
  const name = second?.replace(/ \(\d+\)$/, '') ?? ''
  await page.getByRole('heading', { level: 1, name: new RegExp(`${name}, Hà Nội`) }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /Cửa hàng tại Hà Nội/ }).waitFor()
  await expect.poll(() => districts.inputValue()).toBe('')
  await page.getByLabel('Tỉnh, thành phố', { exact: true }).selectOption({ value: '' })
  await page.getByRole('heading', { level: 1, name: /59 cửa hàng/ }).waitFor()
})

test('the same without scripts, by the button of the form', async () => {
  const page = await shop.enter(path, { javascript: false })
  expect(await page.getByRole('button', { name: 'Cửa hàng gần bạn' }).isVisible()).toBe(false)
  await page.getByLabel('Tỉnh, thành phố', { exact: true }).selectOption({ value: '30' })
  await page.getByRole('button', { name: 'Tìm cửa hàng' }).click()
  await page.waitForURL(/province=30/)
  await page.getByLabel('Quận, huyện', { exact: true }).selectOption({ value: 'quan-1' })
  await page.getByRole('button', { name: 'Tìm cửa hàng' }).click()
  await page.getByRole('heading', { level: 1, name: /Quận 1, Hồ Chí Minh/ }).waitFor()
  expect(await page.locator('head meta[name=robots]').getAttribute('content')).toBe(
    'noindex, follow',
  )
})

test('the nearest shops come first when the browser may read the position', async () => {
  const { page, context, open } = await shop.visit({ width: 390, height: 844 })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 21.03, longitude: 105.85 })
  await open(path)
  await page.getByRole('button', { name: 'Cửa hàng gần bạn' }).click()
  await page.getByText('Đã xếp cửa hàng gần bạn lên trước.').waitFor()
  await page.getByRole('heading', { level: 2, name: /Gần bạn nhất/ }).waitFor()
  const rows = page.locator('main section li').filter({ hasText: 'Cách ' })
  expect(await rows.first().textContent()).toMatch(/Hà Nội/)
  const distances = (await rows.getByText(/^Cách /).allTextContents()).map(kilometres)
  expect(distances).toHaveLength(59)
  expect(distances).toEqual(distances.toSorted((one, other) => one - other))
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'shops-nearest')
})

test('without the position the page says what to do instead', async () => {
  const page = await shop.enter(path)
  await page.getByRole('button', { name: 'Cửa hàng gần bạn' }).click()
  await page.getByText(/chưa cho phép dùng vị trí|Chưa xác định được vị trí/).waitFor()
  expect(await page.getByRole('heading', { level: 2, name: /^Hồ Chí Minh/ }).isVisible()).toBe(true)
})

test('search engines read each shop as an ElectronicsStore, and nothing of it runs', async () => {
  await shop.db
    .updateTable('shop')
    .set({ name: 'Cửa hàng </script><script>document.title="run"</script>' })
    .where('shop_id', '=', 2)
    .execute()
  const page = await shop.enter(path)
  const text = await page.locator('script[type="application/ld+json"]').textContent()
  const data = JSON.parse(text ?? '') as { '@graph': Record<string, unknown>[] }
  expect(data['@graph']).toHaveLength(59)
  expect(data['@graph'][0]).toMatchObject({
    '@type': 'ElectronicsStore',
    telephone: '028 7100 1001',
    openingHours: 'Mo-Su 08:00-21:30',
    address: { addressCountry: 'VN', addressRegion: 'Hồ Chí Minh', addressLocality: 'Quận 1' },
  })
  expect(await page.title()).toContain('Hệ thống cửa hàng')
})

function kilometres(text: string): number {
  const [, digits = '', unit] = /^Cách ([\d.,]+) (m|km)$/.exec(text) ?? []
  const amount = Number(digits.replaceAll('.', '').replace(',', '.'))
  return unit === 'm' ? amount / 1_000 : amount
}
