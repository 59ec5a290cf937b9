import { type CSSProperties, type MouseEvent, type UIEvent, useRef, useState } from 'react'
import type { ColorVariant, Picture, ProductView } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Arrow } from '#web/ui/slider.tsx'
import type { HighlightSlideProps } from '#storefront/pages/product/gallery/highlight-slide.tsx'
import type { Fact } from '#storefront/pages/product/gallery/key-facts.ts'
import { laterPart } from '#web/runtime/later-part.tsx'

interface GalleryProps {
  name: string
  color: Pick<ColorVariant, 'color_name' | 'pictures' | 'views_of'> | null
  /** A full turn of the product. */
  spin?: ProductView
  /** They are a slide after the first picture. */
  facts: readonly Fact[]
}

/** "Tính năng nổi bật". */
export const highlights = laterPart<HighlightSlideProps>(async () => {
  const { HighlightSlide } = await import('#storefront/pages/product/gallery/highlight-slide.tsx')
  return HighlightSlide
})

const large = '(max-width: 425px) 80vw, (max-width: 800px) 340px, 400px'
const slide_size =
  'mx-auto h-[min(80vw,340px)] w-full object-contain md:aspect-square md:h-auto md:max-w-[400px]'

/**
 * Pictures side by side, scrolled by finger, by arrow keys or by the thumbnails beneath. Each picture is a link to
 * its file, so that it can be seen large without scripts. With scripts a dialog shows it over the page.
 */
export function Gallery({ name, color, spin, facts }: GalleryProps) {
  const { pictures = [], views_of, color_name } = color ?? {}
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)
  const { value: zoom, ask } = useOnDemand(
    () => import('#storefront/pages/product/gallery/gallery-zoom.tsx'),
  )
  const show = (index: number) => {
    const list = row.current
    list?.scrollTo({ left: index * list.clientWidth })
  }
  const noteScroll = ({ currentTarget: list }: UIEvent<HTMLUListElement>) =>
    setCurrent(Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)))
  const enlarge = (event: MouseEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    ask()
    setZoomed(index)
  }
  const [first, ...others] = pictures
  if (first === undefined) {
    return (
      <p className="sheet grid min-h-40 place-items-center p-5 text-muted md:min-h-80">
        Sản phẩm chưa có hình ảnh
      </p>
    )
  }
  // The card of facts, null here, stands after the first picture: shoppers come for the product.
  const has_facts = facts.length > 0
  const slides = has_facts ? [first, null, ...others] : pictures
  const numberOf = (index: number) => (has_facts && index > 1 ? index : index + 1)
  const is_row = slides.length > 1
  return (
    <section aria-label={`Hình ảnh ${name}`} className="sheet p-3 md:p-5">
      <div className="relative">
        <ul
          ref={row}
          tabIndex={is_row ? 0 : undefined}
          aria-label="Ảnh lớn"
          onScroll={noteScroll}
          className="snap-row rounded-2xl"
        >
          {slides.map((picture, index) => (
            <li key={index} id={`anh-${index + 1}`} className="relative w-full shrink-0 snap-start">
              {picture === null ? (
                <highlights.Part facts={facts} picture={first} />
              ) : (
                <a
                  href={picture.src}
                  tabIndex={index === current ? undefined : -1}
                  aria-label={`Phóng to ảnh ${numberOf(index)}: ${picture.alt}`}
                  data-scripted
                  onClick={(event) => enlarge(event, numberOf(index) - 1)}
                  className="block cursor-zoom-in -outline-offset-4"
                >
                  <Photo
                    picture={picture}
                    sizes={large}
                    eager={index === 0}
                    className={slide_size}
                  />
                </a>
              )}
              {picture && index > 0 && views_of ? (
                <span className="pointer-events-none absolute inset-x-11 top-1 mx-auto w-fit rounded-full bg-white/90 px-2.5 py-1 text-xs font-semibold text-muted md:inset-x-1 md:mx-0">
                  {`Ảnh minh họa: màu ${views_of}`}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
        {slides[current] === null ? null : (
          <span
            aria-hidden
            className="pointer-events-none absolute top-1 right-1 grid size-9 place-items-center rounded-full bg-white/90 text-muted shadow-card noscript:hidden"
          >
            <Icon name="zoom-in" className="size-5" />
          </span>
        )}
        {spin && slides[current] !== null ? (
          <SpinLink
            name={name}
            spin={spin}
            shown_color={spin.color_name === color_name ? '' : ` · màu ${spin.color_name}`}
          />
        ) : null}
        {is_row ? (
          <>
            <span className="pointer-events-none absolute top-1 left-1 rounded-full bg-white/90 px-2.5 py-1 text-xs font-semibold text-muted md:hidden noscript:hidden">
              {current + 1}/{slides.length}
            </span>
            <span className="[&>button:first-child]:left-0 [&>button:last-child]:right-0">
              <Arrow side="left" hidden={current === 0} onClick={() => show(current - 1)} />
              <Arrow
                side="right"
                hidden={current === slides.length - 1}
                onClick={() => show(current + 1)}
              />
            </span>
          </>
        ) : null}
      </div>
      {is_row ? <Thumbnails {...{ slides, views_of, numberOf, current }} onShow={show} /> : null}
      {zoomed !== null && zoom ? (
        <zoom.GalleryZoom
          name={name}
          pictures={pictures}
          views_of={views_of}
          start={zoomed}
          onClose={() => setZoomed(null)}
        />
      ) : null}
    </section>
  )
}

interface SpinLinkProps {
  name: string
  spin: ProductView
  /** The colour that the spin shows, if it is not the chosen one: " · màu Đen". */
  shown_color: string
}

/** "Xoay 360°". Without scripts it leads to the sheet of all frames. */
function SpinLink({ name, spin, shown_color }: SpinLinkProps) {
  const { value: view, ask } = useOnDemand(
    () => import('#storefront/pages/product/gallery/spin-view.tsx'),
  )
  const [is_open, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    ask()
    setOpen(true)
  }
  return (
    <p className="absolute bottom-0 left-1/2 w-max max-w-full -translate-x-1/2">
      <a
        href={spin.src}
        data-scripted
        onClick={open}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-white/90 px-4 text-sm font-semibold hover:border-ink"
      >
        {`Xoay 360°${shown_color}`}
        <Icon name="refresh-cw" className="order-first size-4" />
      </a>
      {is_open && view ? (
        <view.SpinView
          name={name}
          spin={spin}
          shown_color={shown_color}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </p>
  )
}

interface ThumbnailsProps {
  slides: readonly (Picture | null)[]
  /** The colour that all pictures after the first show, if it is not the chosen one. */
  views_of?: string | undefined
  numberOf: (index: number) => number
  current: number
  onShow: (index: number) => void
}

function Thumbnails({ slides, views_of, numberOf, current, onShow }: ThumbnailsProps) {
  const choose = (event: MouseEvent, index: number) => {
    event.preventDefault()
    onShow(index)
  }
  return (
    <ul
      aria-label="Ảnh nhỏ"
      style={{ '--tiles': slides.length } as CSSProperties}
      className="mt-3 grid grid-cols-[repeat(var(--tiles),minmax(0,64px))] justify-center gap-2 md:grid-cols-[repeat(var(--tiles),minmax(0,76px))]"
    >
      {slides.map((picture, index) => (
        <li key={index}>
          <a
            href={`#anh-${index + 1}`}
            aria-current={index === current ? 'true' : undefined}
            data-scripted
            onClick={(event) => choose(event, index)}
            className="block rounded-xl border-2 border-line p-1 transition-colors hover:border-ink aria-[current]:border-accent"
          >
            {picture === null ? (
              <span className="grid aspect-square place-items-center text-center text-2xs font-semibold">
                Nổi bật
              </span>
            ) : (
              <Photo
                picture={picture}
                sizes="64px"
                alt={`Xem ảnh ${numberOf(index)}${views_of && index > 0 ? `, màu ${views_of}` : ''}`}
                className="aspect-square w-full object-contain"
              />
            )}
          </a>
        </li>
      ))}
      {views_of ? (
        // Below the pictures that show it: all but the first, and not below the facts.
        <li
          aria-hidden
          style={{ gridColumn: `${slides[1] === null ? 3 : 2} / -1` }}
          className="views-caption"
        >
          {`Màu ${views_of}`}
        </li>
      ) : null}
    </ul>
  )
}
