import { Outlet } from 'react-router'
import { useOpenPage } from '#storefront/runtime/open-page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { useFocusOnNewPage } from '#web/runtime/focus-on-new-page.ts'
import { useLinkClicks } from '#web/runtime/link-clicks.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { BottomNav } from '#storefront/layouts/footer/bottom-nav.tsx'
import { ChatBubble } from '#storefront/layouts/footer/chat-bubble.tsx'
import { CategoryStrip } from '#storefront/layouts/header/category-strip.tsx'
import { CompareDock } from '#storefront/layouts/compare/compare-dock.tsx'
import { FrameTop } from '#storefront/layouts/frame/frame-top.tsx'
import { NavigationProgress } from '#storefront/layouts/frame/navigation-progress.tsx'
import { SiteHeader } from '#storefront/layouts/header/site-header.tsx'
import { laterPart } from '#web/runtime/later-part.tsx'

/** Links alone: they work before its script has come. */
const footer = laterPart(async () => {
  const { SiteFooter } = await import('#storefront/layouts/footer/site-footer.tsx')
  return SiteFooter
})

/** Loads what comes later on a first page. */
export const prepare = footer.prepare

interface LayoutProps {
  /** The layout of the contract (§2) that this one stands for. */
  of?: 'landing-page' | 'hide-footer'
}

/**
 * The layout of every page except cart and checkout: strip, header, page, footer, bottom navigation. A landing page has
 * no strip of categories; with `hide-footer` nothing stands below the page.
 */
export function Layout({ of }: LayoutProps) {
  const { top_categories } = useShop()
  const page = useOpenPage()
  const main = useFocusOnNewPage()
  const followLinks = useLinkClicks()
  return (
    <div onClick={followLinks} className="flex min-h-dvh flex-col max-md:pb-15">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-[150%] rounded-button bg-white px-4 py-3 font-bold text-accent focus:translate-y-0"
      >
        Chuyển đến nội dung chính
      </a>
      <NavigationProgress />
      <FrameTop />
      <SiteHeader />
      {/* A product page has its buy bar instead. Markup decides it and not CSS: the bar arrives later than the
          header, and a strip that is hidden by then moves the page. */}
      {page === 'home' || page === 'product' || of ? null : (
        <CategoryStrip categories={top_categories} />
      )}
      <main id="main" ref={main} tabIndex={-1} className="frame flex-1">
        <Outlet />
      </main>
      {of === 'hide-footer' ? null : <footer.Part />}
      {page === 'product' || of === 'hide-footer' ? null : <BottomNav />}
      <ChatBubble />
      <CompareDock />
      <Toasts />
    </div>
  )
}
