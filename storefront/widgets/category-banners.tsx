import type { Banner } from '#contracts/content.ts'
import { Photo } from '#storefront/ui/photo.tsx'

/** Banners of a category: two side by side, on a phone swept sideways. */
export function CategoryBanners({ banners }: { banners: readonly Banner[] }) {
  if (banners.length === 0) return null
  return (
    <section aria-label="Chương trình nổi bật" className="mt-3">
      <ul className="snap-row -mx-4 scroll-px-4 gap-3 px-4 md:mx-0 md:scroll-px-0 md:gap-4 md:px-0">
        {banners.map((banner) => (
          <li key={banner.banner_id} className="w-[88%] shrink-0 snap-start md:w-[calc(50%-8px)]">
            <a href={banner.path} className="block overflow-hidden rounded-2xl shadow-card">
              <Photo
                picture={banner.image}
                alt={banner.alt}
                sizes="(max-width: 800px) 66vw, 592px"
                className="h-auto w-full"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
