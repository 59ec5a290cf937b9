import { Pause, Play } from '#storefront/ui/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import type { HeroSlide } from '#storefront/hero-slides.ts'

/** Spec §9: a slideshow goes on after 7 s. */
const SLIDE_MS = 7000

/**
 * Slides with text tabs beneath. They go on by themselves until somebody points at them, focuses
 * them, stops them or has asked for less motion; without JavaScript they are swept by hand.
 */
export function HeroSlider({ slides }: { slides: readonly HeroSlide[] }) {
  const { row, current, show, noteScroll, isPlaying, toggle, hold } = useSlideshow(slides.length)
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Nổi bật"
      className="sheet relative overflow-hidden"
      {...hold}
    >
      <ul ref={row} onScroll={noteScroll} className="snap-row">
        {slides.map((slide, index) => (
          <li key={slide.picture} className="w-full shrink-0 snap-start">
            <a href={slide.path} className="block -outline-offset-4">
              <SlidePicture slide={slide} is_first={index === 0} />
            </a>
          </li>
        ))}
      </ul>
      <SlideTabs
        slides={slides}
        current={current}
        show={show}
        isPlaying={isPlaying}
        toggle={toggle}
      />
    </section>
  )
}

interface SlideTabsProps {
  slides: readonly HeroSlide[]
  current: number
  show: (index: number) => void
  isPlaying: boolean
  toggle: () => void
}

function SlideTabs({ slides, current, show, isPlaying, toggle }: SlideTabsProps) {
  return (
    <div className="flex items-stretch noscript:hidden">
      <ul className="grid flex-1 auto-cols-fr grid-flow-col">
        {slides.map((slide, index) => (
          <li key={slide.picture}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => show(index)}
              className="h-full w-full border-t-3 border-transparent px-2 py-2 text-center text-[13px] leading-tight -outline-offset-3 hover:bg-mist aria-[current]:border-accent md:py-3 md:text-[15px]"
            >
              <span className="block font-bold">{slide.title}</span>
              <span className="mt-0.5 block text-muted max-md:hidden">{slide.subtitle}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={toggle}
        aria-label={isPlaying ? 'Dừng tự chuyển' : 'Tự chuyển'}
        className="grid w-11 shrink-0 place-items-center text-muted -outline-offset-3 hover:text-accent motion-reduce:hidden"
      >
        {isPlaying ? <Pause className="size-4" /> : <Play className="size-4" />}
      </button>
    </div>
  )
}

function SlidePicture({ slide, is_first }: { slide: HeroSlide; is_first: boolean }) {
  const file = `/media/hero/${slide.picture}`
  return (
    <picture>
      <source media="(max-width: 800px)" srcSet={`${file}-mobile.webp`} width={780} height={440} />
      <img
        src={`${file}.webp`}
        alt={slide.alt}
        width={1380}
        height={480}
        loading={is_first ? undefined : 'lazy'}
        fetchPriority={is_first ? 'high' : undefined}
        className="h-auto w-full"
      />
    </picture>
  )
}

function useSlideshow(count: number) {
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const [isHeld, setHeld] = useState(false)
  const show = (index: number) => {
    const list = row.current
    list?.scrollTo({ left: index * list.clientWidth })
  }
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isPlaying || isHeld || isStill || count < 2) return
    const timer = setTimeout(() => {
      if (!document.hidden) show((current + 1) % count)
    }, SLIDE_MS)
    return () => clearTimeout(timer)
  }, [current, isPlaying, isHeld, count])
  return {
    row,
    current,
    show,
    isPlaying,
    toggle: () => setPlaying((playing) => !playing),
    noteScroll: () => {
      const list = row.current
      if (list) setCurrent(Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)))
    },
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  }
}
