import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ArtPhoto } from '#storefront/commerce/pictures/art-photo.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

const picture = {
  src: '/media/a.webp?v=1',
  alt: 'iPhone',
  width: 960,
  height: 960,
  blur: 'UklGRg==',
}
const narrow = { src: '/media/a-mobile.webp', alt: '', width: 780, height: 440 }

test('a picture is lazy, has a srcset and its size', () => {
  const html = renderToStaticMarkup(<Photo picture={picture} sizes="220px" />)
  expect(html).toMatch(
    /^<img src="\/image\/\d+x,webp,q100\/media\/a\.webp\?v=1" srcSet="[^"]+ 480w"/,
  )
  expect(html).toMatch(/sizes="220px" alt="iPhone" width="960" height="960" loading="lazy"/)
  expect(html).not.toContain('style=')
})

test('the main picture is preloaded from the head with the same srcset, and blurred until it is loaded', () => {
  const html = renderToString(<Photo picture={picture} sizes="220px" eager />)
  const [preload = '', image = ''] = html.split('/><img')
  expect(preload).toContain('<link rel="preload" as="image" imageSrcSet="')
  expect(preload).toContain('fetchPriority="high"')
  expect(/imageSrcSet="([^"]+)"/.exec(preload)?.[1]).toBe(/srcSet="([^"]+)"/.exec(image)?.[1])
  expect(image).toContain('url(data:image/webp;base64,UklGRg==)')
  expect(image).not.toContain('loading=')
})

test('a source outside the picture service stays unchanged', () => {
  const html = renderToStaticMarkup(<Photo picture={{ ...picture, src: '/media/sign.svg' }} />)
  expect(html).toMatch(/^<img src="\/media\/sign\.svg" alt=/)
})

test('phones get their own crop, and each screen preloads only its own', () => {
  const html = renderToString(<ArtPhoto wide={picture} narrow={narrow} sizes="100vw" eager />)
  const preloads = html.split('<picture>')[0]?.match(/<link [^>]+>/g) ?? []
  expect(preloads.map((link) => / media="([^"]+)"/.exec(link)?.[1])).toEqual([
    '(max-width: 800px)',
    'not all and (max-width: 800px)',
  ])
  expect(html).toMatch(
    /<source media="\(max-width: 800px\)" srcSet="[^"]+a-mobile\.webp 780w" sizes="100vw" width="780" height="440"\/>/,
  )
})
