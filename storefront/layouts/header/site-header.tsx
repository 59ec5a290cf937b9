import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { useLocation } from 'react-router'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { AccountLink } from '#storefront/layouts/header/account-link.tsx'
import { BrandLogo } from '#storefront/layouts/header/brand-logo.tsx'
import { CartLink } from '#storefront/layouts/header/cart-link.tsx'
import { MenuButton } from '#storefront/layouts/header/menu-button.tsx'
import { ProvinceButton } from '#storefront/commerce/province/province-button.tsx'
import { SearchField } from '#storefront/layouts/search/search-field.tsx'

/**
 * The header that stays visible. On a phone only its second row with the search stays: the first row scrolls
 * away because of the negative offset. With large text both do.
 */
export function SiteHeader() {
  const { shop, province } = useShop()
  const { pathname, search } = useLocation()
  // Other pages do not declare the key `q`, so it must not reach their markup.
  const words = pathname === frame_paths.search ? new URLSearchParams(search).get('q') : null
  return (
    <header className="on-dark sticky -top-13 z-30 has-data-open:z-40 bg-ink text-white md:top-0 large-text:static">
      {/* On a wide screen one row; with large text the search goes to a row of its own. */}
      <div className="frame flex flex-wrap items-center gap-x-3 md:min-h-17 md:py-1.5">
        <div className="flex h-13 w-full items-center justify-between gap-2 md:w-auto large-text:h-auto large-text:flex-wrap">
          <BrandLogo name={shop.name} />
          <div className="min-w-0 flex-1 md:hidden large-text:w-full large-text:flex-none">
            <ProvinceButton />
          </div>
        </div>
        <MenuButton key={province.province_id} />
        <div className="max-md:hidden">
          <ProvinceButton />
        </div>
        <div className="header-tools">
          <SearchField id="search" query={words ?? ''} />
          <AccountLink />
          <CartLink />
        </div>
      </div>
    </header>
  )
}
