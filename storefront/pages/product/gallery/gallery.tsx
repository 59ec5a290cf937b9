import { type CSSProperties, type MouseEvent, type UIEvent, useRef, useState } from 'react'
import type { Picture, ProductView, SpecificationGroup } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Arrow } from '#web/ui/slider.tsx'
import {
  type Fact,
  HighlightSlide,
  HighlightThumbnail,
  keyFacts,
} from '#storefront/pages/product/gallery/highlight-slide.tsx'

interface GalleryProps {
  name: string
  pictures: readonly Picture[]
  /** A full turn of the product. */
  spin?: ProductView
  /** The specification; its key facts are a slide after the first picture. */
  groups: readonly SpecificationGroup[]
}

/** A picture, or the card of key facts beside the main picture. `number` counts pictures from 1. */
interface Slide {
  key: string
  picture: Picture
  number: number
  facts?: readonly Fact[]
}

const large = '(max-width: 800px) 92vw, 400px'
const slide_size =
  'mx-auto h-[min(80vw,340px)] w-full object-contain md:aspect-square md:h-auto md:max-w-[400px]'

/**
 * Pictures side by side, scrolled by finger, by arrow keys or by the thumbnails beneath. Each picture is a link to
 * its file, so that it can be seen large without scripts. With scripts a dialog shows it over the page.
 */
export function Gallery({ name, pictures, spin, groups }: GalleryProps) {
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
  if (pictures.length === 0) {
    return (
      <p className="sheet grid min-h-40 place-items-center p-5 text-muted md:min-h-80">
        Sản phẩm chưa có hình ảnh
      </p>
    )
  }
  const slides = slidesOf(pictures, keyFacts(groups))
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
          {slides.map((slide, index) => (
            <li key={slide.key} id={`anh-${index + 1}`} className="w-full shrink-0 snap-start">
              {slide.facts ? (
                <HighlightSlide facts={slide.facts} picture={slide.picture} />
              ) : (
                <a
                  href={slide.picture.src}
                  tabIndex={index === current ? undefined : -1}
                  aria-label={`Phóng to ảnh ${slide.number}: ${slide.picture.alt}`}
                  data-scripted
                  onClick={(event) => enlarge(event, slide.number - 1)}
                  className="block cursor-zoom-in -outline-offset-4"
                >
                  <Photo
                    picture={slide.picture}
                    sizes={large}
                    eager={index === 0}
                    className={slide_size}
                  />
                </a>
              )}
            </li>
          ))}
        </ul>
        {slides[current]?.facts ? null : (
          <span
            aria-hidden
            className="pointer-events-none absolute right-1 bottom-1 grid size-9 place-items-center rounded-full bg-white/90 text-muted shadow-card noscript:hidden"
          >
            <Icon name="zoom-in" className="size-5" />
          </span>
        )}
        {spin && !slides[current]?.facts ? <SpinLink name={name} spin={spin} /> : null}
        {is_row ? (
          <>
            <span className="pointer-events-none absolute bottom-1 left-1 rounded-full bg-white/90 px-2.5 py-1 text-xs font-semibold text-muted md:hidden noscript:hidden">
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
      {is_row ? <Thumbnails slides={slides} current={current} onShow={show} /> : null}
      {zoomed !== null && zoom ? (
        <zoom.GalleryZoom
          name={name}
          pictures={pictures}
          start={zoomed}
          onClose={() => setZoomed(null)}
        />
      ) : null}
    </section>
  )
}

/** The card stands after the first picture: what a shopper comes for is the product. */
function slidesOf(pictures: readonly Picture[], facts: readonly Fact[]): Slide[] {
  const slides = pictures.map((picture, index): Slide => {
    return { key: picture.src, picture, number: index + 1 }
  })
  const [first, ...others] = slides
  if (first === undefined || facts.length === 0) return slides
  return [first, { ...first, key: 'noi-bat', facts }, ...others]
}

/** "Xoay 360°". Without scripts it leads to the sheet of all frames. */
function SpinLink({ name, spin }: { name: string; spin: ProductView }) {
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
    <p className="absolute bottom-0 left-1/2 -translate-x-1/2">
      <a
        href={spin.src}
        data-scripted
        onClick={open}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-white/90 px-4 text-sm whitespace-nowrap font-semibold hover:border-ink"
      >
        <Icon name="refresh-cw" className="size-4" />
        Xoay 360°
      </a>
      {is_open && view ? (
        <view.SpinView name={name} spin={spin} onClose={() => setOpen(false)} />
      ) : null}
    </p>
  )
}

interface ThumbnailsProps {
  slides: readonly Slide[]
  current: number
  onShow: (index: number) => void
}

function Thumbnails({ slides, current, onShow }: ThumbnailsProps) {
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
      {slides.map((slide, index) => (
        <li key={slide.key}>
          <a
            href={`#anh-${index + 1}`}
            aria-current={index === current ? 'true' : undefined}
            data-scripted
            onClick={(event) => choose(event, index)}
            className="block rounded-xl border-2 border-line p-1 transition-colors hover:border-ink aria-[current]:border-accent"
          >
            {slide.facts ? (
              <HighlightThumbnail />
            ) : (
              <Photo
                picture={slide.picture}
                sizes="64px"
                alt={`Xem ảnh ${slide.number}`}
                className="size-13 object-contain md:size-16"
              />
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
