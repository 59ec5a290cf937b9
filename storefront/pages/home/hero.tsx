import type { Banner } from '#contracts/storefront/content.ts'
import { BannerWords } from '#web/ui/banner-words.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { HeroSlider } from '#storefront/pages/home/hero-slider.tsx'

interface HeroProps {
  slides: readonly Banner[]
  /** Small banners: a column beside the slides, or a row under them on narrow screens. */
  beside: readonly Banner[]
}

const COLUMN = 3

/** The slides, and small banners beside them if there are enough for a column. */
export function Hero({ slides, beside }: HeroProps) {
  const side_banners = beside.slice(0, COLUMN)
  if (slides.length === 0) return null
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4 ${side_banners.length === COLUMN ? 'lg:grid-cols-[minmax(0,1fr)_284px]' : ''}`}
    >
      <HeroSlider slides={slides} />
      {side_banners.length === COLUMN ? <SideBanners banners={side_banners} /> : null}
    </div>
  )
}

function SideBanners({ banners }: { banners: readonly Banner[] }) {
  return (
    <ul
      aria-label="Ưu đãi"
      className="snap-row -mx-4 scroll-px-4 gap-2.5 px-4 md:mx-0 md:grid md:grid-cols-3 md:gap-4 md:overflow-visible md:px-0 lg:grid-cols-1 lg:grid-rows-3 lg:gap-3"
    >
      {banners.map((banner) => (
        <li key={banner.banner_id} className="w-[66%] shrink-0 snap-start sm:w-[42%] md:w-auto">
          <a
            href={banner.path}
            className="banner h-full overflow-hidden rounded-[16px] shadow-card transition-shadow hover:shadow-raised"
          >
            <Photo
              picture={banner.image}
              alt={banner.alt}
              sizes="(max-width: 800px) 61vw, 284px"
              className="h-full w-full object-cover"
            />
            <BannerWords banner={banner} />
          </a>
        </li>
      ))}
    </ul>
  )
}
