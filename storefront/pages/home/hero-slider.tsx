import type { CSSProperties } from 'react'
import type { Banner } from '#contracts/storefront/content.ts'
import { Icon } from '#web/ui/icons.tsx'
import { BannerWords } from '#web/ui/banner-words.tsx'
import { ArtPhoto } from '#storefront/commerce/pictures/art-photo.tsx'
import { useSlideshow } from '#storefront/pages/home/hero-slideshow.ts'

/**
 * Slides with text tabs beneath. They advance by themselves. They pause while the pointer or the focus is on
 * them, after the stop button, and with reduced motion. Without scripts they scroll by hand.
 */
export function HeroSlider({ slides }: { slides: readonly Banner[] }) {
  const { row, current, show, noteScroll, isPlaying, toggle, event_handlers } = useSlideshow(
    slides.length,
  )
  const isOne = slides.length === 1
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Nổi bật"
      className="sheet group relative flex flex-col overflow-hidden"
      {...event_handlers}
    >
      <div className="relative">
        <ul ref={row} onScroll={noteScroll} className="snap-row">
          {slides.map((slide, index) => (
            <li key={slide.banner_id} className="w-full shrink-0 snap-start">
              <a href={slide.path} className="banner -outline-offset-4">
                <ArtPhoto
                  wide={slide.image}
                  narrow={slide.image_mobile}
                  alt={slide.alt}
                  eager={index === 0}
                  sizes="(max-width: 800px) 100vw, 900px"
                  className="h-auto w-full"
                />
                <BannerWords banner={slide} className="banner-words-narrow" />
              </a>
            </li>
          ))}
        </ul>
        {isOne ? null : (
          <>
            <ArrowButton side="left" onClick={() => show(current - 1)} />
            <ArrowButton side="right" onClick={() => show(current + 1)} />
          </>
        )}
      </div>
      {isOne ? null : (
        <div className="relative flex flex-1 items-stretch pr-11 motion-reduce:pr-0 noscript:hidden">
          <SlideTabs slides={slides} current={current} show={show} />
          <button
            type="button"
            onClick={toggle}
            aria-label={isPlaying ? 'Dừng tự chuyển' : 'Tự chuyển'}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted -outline-offset-3 hover:text-accent motion-reduce:hidden"
          >
            {isPlaying ? (
              <Icon name="pause" className="size-4" />
            ) : (
              <Icon name="play" className="size-4" />
            )}
          </button>
        </div>
      )}
    </section>
  )
}

interface SlideTabsProps {
  slides: readonly Banner[]
  current: number
  show: (index: number) => void
}

function SlideTabs({ slides, current, show }: SlideTabsProps) {
  return (
    <ul
      style={{ '--slides': slides.length } as CSSProperties}
      className="grid min-w-0 flex-1 grid-cols-[repeat(var(--slides),minmax(0,1fr))] larger-text:grid-cols-[minmax(0,1fr)]"
    >
      {slides.map((slide, index) => {
        const [title, subtitle] = slide.label.split(' | ')
        return (
          <li key={slide.banner_id}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => show(index)}
              className="h-full w-full border-t-3 border-transparent px-2 py-2 text-center text-note leading-tight -outline-offset-3 hover:bg-mist aria-[current]:border-accent aria-[current]:text-accent md:py-3 md:text-body"
            >
              <span className="line-clamp-2 font-bold">{title}</span>
              {subtitle ? (
                <span className="mt-0.5 block text-muted max-md:hidden">{subtitle}</span>
              ) : null}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface ArrowButtonProps {
  side: 'left' | 'right'
  onClick: () => void
}

/** Arrow button for pointers, shown while the pointer is over the slides. Tabs and arrow keys do the same. */
function ArrowButton({ side, onClick }: ArrowButtonProps) {
  const icon = side === 'left' ? 'chevron-left' : 'chevron-right'
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onClick={onClick}
      className={`absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-white/90 text-ink opacity-0 shadow-raised transition-opacity group-hover:opacity-100 hover:text-accent md:grid noscript:hidden ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}
