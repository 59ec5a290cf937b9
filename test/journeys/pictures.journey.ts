import { describe, expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey({ own_pictures: true })
const product = '/iphone-18-pro-max-256gb'
const longer_timeout = { timeout: 8_000 }
const main_picture = 'main img[fetchpriority="high"]'

describe('pictures', () => {
  test('the main picture is preloaded once, shown in the right width, and loses its blur', async () => {
    const { page, open } = await shop.visit({ width: 390, height: 844 })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await open(product)
    const picture = page.locator(main_picture).first()
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete), longer_timeout)
      .toBe(true)
    const { shown, background } = await picture.evaluate((img: HTMLImageElement) => ({
      shown: img.currentSrc,
      background: getComputedStyle(img).backgroundImage,
    }))
    expect(new URL(shown).pathname).toMatch(/^\/image\/\d+x,webp,q100\/media\/products\//)
    expect(requested.filter((path) => path === new URL(shown).pathname)).toHaveLength(1)
    expect(await page.locator('head link[rel="preload"][as="image"][imagesrcset]').count()).toBe(1)
    await expect
      .poll(() => picture.evaluate((img) => img.style.background), longer_timeout)
      .toBe('')
    expect(background).toMatch(/^(none|url\("data:image\/webp)/)
  })

  test('without scripts pictures are the same, with the blur beneath until they load', async () => {
    const { page, open } = await shop.visit({ javascript: false, width: 390, height: 844 })
    await open(product)
    const html = await page.content()
    expect(html).toMatch(/<img[^>]+srcset="\/image\/[^>]+data:image\/webp;base64,/)
    const picture = page.locator(main_picture).first()
    expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('/image/')
  })

  test('a phone loads the pictures of a row half a window ahead', async () => {
    const { page, open } = await shop.visit({ width: 390, height: 844, touch: true })
    await open('/')
    const row = page.locator('ul.slider').first()
    await row.scrollIntoViewIfNeeded()
    const loaded = () =>
      row.locator('img').evaluateAll((images) =>
        images.map((image) => ({
          left: image.getBoundingClientRect().left,
          is_loaded: (image as HTMLImageElement).naturalWidth > 0,
        })),
      )
    const near = async () => (await loaded()).filter(({ left }) => left < 1.4 * 390)
    await expect
      .poll(async () => (await near()).every(({ is_loaded }) => is_loaded), longer_timeout)
      .toBe(true)
    expect((await near()).length).toBeGreaterThan(2)
    // A picture that is shown elsewhere on the page too is loaded for both.
    const far = (await loaded()).filter(({ left }) => left > 1.6 * 390)
    const needless = far.filter(({ is_loaded }) => is_loaded)
    expect(needless.length).toBeLessThan(far.length / 2)
  })

  test('later requests get AVIF, cacheable for ever', async () => {
    const { page, open } = await shop.visit()
    await open(product)
    const src = await page.locator(main_picture).first().getAttribute('src')
    const headers = { accept: 'image/avif,image/webp,*/*' }
    await expect
      .poll(
        async () => (await page.request.get(src ?? '', { headers })).headers()['content-type'],
        { timeout: 10_000 },
      )
      .toBe('image/avif')
    const answer = await page.request.get(src ?? '', { headers })
    expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  })
})

describe('prefetched pages', () => {
  const card = 'main article h3 a'
  const dataOf = (urls: string[]) => urls.filter((url) => url.includes('/_data/'))

  test('a page under the resting pointer is prefetched: the click makes no request', async () => {
    const { page, open } = await shop.visit()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await open('/dien-thoai')
    const link = page.locator(card).first()
    await link.hover()
    await expect.poll(() => dataOf(requested), longer_timeout).toHaveLength(1)
    await link.click()
    await page.waitForURL((url) => url.pathname !== '/dien-thoai')
    await page.locator('main h1').waitFor()
    const wanted = dataOf(requested).filter((url) => url.includes(new URL(page.url()).pathname))
    expect(wanted).toHaveLength(1)
  })

  test('page files are prefetched once the page is used', async () => {
    // Chromium without windows has a pointer on each page. On a phone it is no sign of use.
    const { page, open } = await shop.visit({ is_phone: true })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await open('/dien-thoai')
    const hasProduct = () => requested.some((url) => /assets\/product-[\w-]{8}\.js/.test(url))
    await page.waitForTimeout(1_500)
    expect(hasProduct()).toBe(false)
    await page.evaluate(() => scrollTo(0, 10))
    await expect.poll(hasProduct, longer_timeout).toBe(true)
  })

  test.each([{ saveData: true }, { effectiveType: 'slow-2g' }])(
    'nothing is prefetched with %o (contract §9)',
    async (connection) => {
      const spare = await shop.visit()
      const few: string[] = []
      spare.page.on('request', (request) => few.push(request.url()))
      await spare.page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value })
      }, connection)
      await spare.open('/dien-thoai')
      await spare.page.locator(card).first().hover()
      await spare.page.waitForTimeout(1_500)
      expect(few.filter((url) => /_data|assets\/product-[^gt]/.test(url))).toEqual([])
    },
  )

  test('the cart is never prefetched', async () => {
    const { page, open } = await shop.visit()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await open('/dien-thoai')
    await page.locator('header a[href="/cart"]').first().hover()
    await page.waitForTimeout(400)
    expect(dataOf(requested)).toEqual([])
  })
})
