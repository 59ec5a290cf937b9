import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey()
type Point = [x: number, y: number]

test('a second finger on a product that is turned does not turn it', async () => {
  const visit = await shop.visit({ width: 390, touch: true })
  const { page, context } = visit
  await visit.open('/iphone-18-pro-max-256gb')
  await visit.hydrated()
  await page.getByText('Xoay 360°').first().click()
  const slider = page.getByRole('slider', { name: 'Góc xoay' })
  await slider.fill('5')
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    })
  await touch('touchStart', [[120, 420]])
  await touch('touchStart', [
    [120, 420],
    [280, 420],
  ])
  for (const away of [10, 20, 30]) {
    await touch('touchMove', [
      [120, 420],
      [280 + away, 420],
    ])
  }
  expect(await slider.inputValue()).toBe('5')
  await touch('touchEnd', [])
  await touch('touchStart', [[120, 420]])
  await touch('touchMove', [[162, 420]])
  await touch('touchEnd', [])
  expect(await slider.inputValue()).toBe('8')
})
