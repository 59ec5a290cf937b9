import { afterEach, describe, expect, test } from 'vitest'
import { picture_widths } from '#pure/picture-widths.ts'
import { setPictureHosts } from '#storefront/commerce/pictures/picture-hosts.ts'
import {
  defaultWidth,
  denseSizes,
  pictureSet,
  pictureUrl,
} from '#storefront/commerce/pictures/pictures.ts'

const card = '(max-width: 800px) 40vw, 220px'
const widthsIn = (set: string | undefined) =>
  [...(set ?? '').matchAll(/ (\d+)w/g)].map((match) => Number(match[1]))

afterEach(() => setPictureHosts({}))

describe('addresses of the picture service', () => {
  test('contain the version', () => {
    expect(pictureUrl('/media/goods/a.webp?v=12ab', 480)).toBe(
      '/image/480x,webp,q100/media/goods/a.webp?v=12ab',
    )
  })

  test('exist only for configured hosts, and not for SVG', () => {
    expect(pictureUrl('https://cdn.example/goods/a.jpg', 480)).toBeNull()
    expect(pictureUrl('/media/brand/logo.svg', 480)).toBeNull()
    setPictureHosts({ cdn: 'https://cdn.example/goods' })
    expect(pictureUrl('https://cdn.example/goods/a.jpg', 480)).toBe(
      '/image/480x,webp,q100/cdn/a.jpg',
    )
    expect(pictureUrl('https://cdn.example/goods-of-others/a.jpg', 480)).toBeNull()
  })
})

describe('srcset', () => {
  test('covers the widths of `sizes` on phones and desktops', () => {
    expect(widthsIn(pictureSet('/media/a.webp', 960, card))).toEqual([240, 320, 480, 640])
    expect(widthsIn(pictureSet('/media/a.webp', 960, '44px'))).toEqual([80])
    expect(widthsIn(pictureSet('/media/a.webp', 1380, '100vw'))).toEqual([800, 960, 1280, 1380])
  })

  test('ends at the picture’s own width, which is not enlarged', () => {
    expect(pictureSet('/media/a.webp', 400, '600px')).toBe(
      '/image/480x,webp,q100/media/a.webp 400w',
    )
    expect(widthsIn(pictureSet('/media/a.webp', 300, card))).toEqual([240, 300])
  })

  test('names only widths that the service makes', () => {
    for (const own of [10, 100, 960, 4_000]) {
      for (const sizes of [card, '100vw', '10px', '2000px', 'calc(50vw - 20px)', '']) {
        const set = pictureSet('/media/a.webp', own, sizes) ?? ''
        const named = [...set.matchAll(/image\/(\d+)x/g)].map((match) => Number(match[1]))
        expect(named.length).toBeGreaterThan(0)
        expect(named.filter((width) => !picture_widths.includes(width))).toEqual([])
        expect(picture_widths).toContain(defaultWidth(own, sizes))
      }
    }
  })
})

test('a phone with three device pixels per CSS pixel loads a picture for about two of them', () => {
  expect(denseSizes(card)).toBe(
    '(max-width: 800px) and (min-resolution: 2.5dppx) 24vw, (max-width: 800px) 40vw, 220px',
  )
  expect(denseSizes('(max-width: 800px) 64px, 72px')).toBe(
    '(max-width: 800px) and (min-resolution: 2.5dppx) 39px, (max-width: 800px) 64px, 72px',
  )
  expect(denseSizes('72px')).toBe('72px')
})
