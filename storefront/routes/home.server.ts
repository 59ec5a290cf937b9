import { Refusal } from '#pure/contract.ts'
import { type HeroSlide, heroSlides } from '#storefront/hero-slides.ts'
import { type PublicContext, publicPage } from '#storefront/page.ts'
import type { HomeData } from '#storefront/routes/home.tsx'

/** / : what the shop offers in the shopper's province. */
export const page = publicPage<HomeData>({
  loader: async ({ services, province_id }) => {
    const [home, slides] = await Promise.all([
      services.catalog.home(null, { province_id }),
      Promise.all(heroSlides.map((slide) => settleSlide(slide, services))),
    ])
    return { home, slides: slides.filter((slide) => slide !== null) }
  },
})

/** The slide with the address that is in force, or null when it leads nowhere in this catalogue. */
async function settleSlide(
  slide: HeroSlide,
  services: PublicContext['services'],
): Promise<HeroSlide | null> {
  try {
    const { moved_to } = await services.catalog.resolve(null, { path: slide.path.slice(1) })
    return moved_to === null ? slide : { ...slide, path: moved_to }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
