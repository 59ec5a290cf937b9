import type { Banner } from '#contracts/storefront/content.ts'
import { BannerWords } from '#web/ui/banner-words.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface CategoryBannersProps {
  banners: readonly Banner[]
  /** They are seen without scrolling. */
  eager?: boolean
}

/** Banners of a category, two side by side. A phone shows and loads only the first. */
export function CategoryBanners({ banners, eager = false }: CategoryBannersProps) {
  if (banners.length === 0) return null
  return (
    <section aria-label="Chương trình nổi bật">
      <ul className="grid gap-4 md:grid-cols-2">
        {banners.slice(0, SHOWN).map((banner, index) => (
          <li key={banner.banner_id} className="max-md:not-first:hidden">
            <a href={banner.path} className="banner overflow-hidden rounded-2xl shadow-card">
              <Photo
                picture={banner.image}
                alt={banner.alt}
                // Two device pixels per CSS pixel show painted text sharply, on screens with three too.
                sizes="(max-width: 800px) 66vw, 592px"
                eager={eager && index === 0}
                className="h-auto w-full"
              />
              <BannerWords banner={banner} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SHOWN = 2
