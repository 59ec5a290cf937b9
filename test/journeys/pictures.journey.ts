import { describe, expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey()
const product = '/iphone-18-pro-max-256gb'
const patient = { timeout: 8_000 }
const main_picture = 'main img[fetchpriority="high"]'

describe('pictures', () => {
  test('the main one is preloaded once, shown in the right width, and loses its blur', async () => {
    const { page, open } = await shop.visit({ width: 390, height: 844 })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await open(product)
    const picture = page.locator(main_picture).first()
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete), patient)
      .toBe(true)
    const { shown, background } = await picture.evaluate((img: HTMLImageElement) => ({
      shown: img.currentSrc,
      background: getComputedStyle(img).backgroundImage,
    }))
    expect(new URL(shown).pathname).toMatch(/^\/image\/\d+x,webp,q100\/media\/products\//)
    expect(asked.filter((path) => path === new URL(shown).pathname)).toHaveLength(1)
    expect(await page.locator('head link[rel="preload"][as="image"][imagesrcset]').count()).toBe(1)
    await expect.poll(() => picture.evaluate((img) => img.style.background), patient).toBe('')
    expect(background).toMatch(/^(none|url\("data:image\/webp)/)
  })

  test('without scripts they are the same, with the blur beneath until they come', async () => {
    const { page, open } = await shop.visit({ javascript: false, width: 390, height: 844 })
    await open(product)
    const html = await page.content()
    expect(html).toMatch(/<img[^>]+srcset="\/image\/[^>]+data:image\/webp;base64,/)
    const picture = page.locator(main_picture).first()
    expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('/image/')
  })

  test('who comes later gets AVIF, and it may be kept for ever', async () => {
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

describe('pages fetched ahead', () => {
  const card = 'main article h3 a'
  const dataOf = (urls: string[]) => urls.filter((url) => url.includes('/_data/'))

  test('the page under the resting pointer is there at the click without another question', async () => {
    const { page, open } = await shop.visit()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open('/dien-thoai')
    const link = page.locator(card).first()
    await link.hover()
    await expect.poll(() => dataOf(asked), patient).toHaveLength(1)
    await link.click()
    await page.waitForURL((url) => url.pathname !== '/dien-thoai')
    await page.locator('main h1').waitFor()
    const wanted = dataOf(asked).filter((url) => url.includes(new URL(page.url()).pathname))
    expect(wanted).toHaveLength(1)
  })

  test('page files come once the page is used; who saves data is spared both', async () => {
    const { page, open } = await shop.visit()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open('/dien-thoai')
    await expect
      .poll(() => asked.some((url) => /assets\/product-.*\.js/.test(url)), patient)
      .toBe(true)

    const spare = await shop.visit()
    const few: string[] = []
    spare.page.on('request', (request) => few.push(request.url()))
    await spare.page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await spare.open('/dien-thoai')
    await spare.page.locator(card).first().hover()
    await spare.page.waitForTimeout(1_500)
    expect(few.filter((url) => /_data|assets\/product-[^g]/.test(url))).toEqual([])
  })

  test('the cart is never asked for ahead', async () => {
    const { page, open } = await shop.visit()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open('/dien-thoai')
    await page.locator('header a[href="/cart"]').first().hover()
    await page.waitForTimeout(400)
    expect(dataOf(asked)).toEqual([])
  })
})
