import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import type { ReactNode } from 'react'
import { type ShopData, useShop } from '#storefront/runtime/shop-data.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { telLink } from '#web/ui/tel-link.ts'

const shopping = [
  [frame_paths.menu, 'Tất cả danh mục'],
  [frame_paths.shops, 'Hệ thống cửa hàng'],
  [frame_paths.lookup, 'Tra cứu đơn hàng, bảo hành'],
  [frame_paths.cart, 'Giỏ hàng'],
  [frame_paths.wishlist, 'Sản phẩm yêu thích'],
  [frame_paths.province, 'Chọn tỉnh thành'],
  [frame_paths.privacy, 'Quyền riêng tư'],
] as const
const services = [
  [frame_paths.repairs, 'Sửa chữa'],
  [frame_paths.trade_in, 'Thu cũ đổi mới'],
  [frame_paths.used, 'Máy cũ'],
  [frame_paths.device_test, 'Kiểm tra máy online'],
  [frame_paths.calendar, 'Lịch vạn niên'],
  [frame_paths.games, 'Trò chơi có quà'],
] as const

/**
 * The footer of every page: hotline, payment, links, policies, and the company (decree 52/2013 art. 29). On a wide
 * screen it has about its final height from the start: on a short page it would grow upward as it arrives.
 */
export function SiteFooter() {
  const { shop, top_categories, policies, news, accepted } = useShop()
  return (
    <footer className="on-dark mt-(--footer-gap,2rem) bg-ink text-body text-white/85 md:min-h-164">
      <div className="site-footer">
        <section className="max-md:pb-6 md:max-lg:col-span-4">
          <h2 className="mb-3 text-base font-bold text-white">Tổng đài hỗ trợ miễn phí</h2>
          <div className="grid gap-5 sm:max-lg:grid-cols-2">
            <div>
              <p>Mua hàng, bảo hành, khiếu nại</p>
              <a
                href={telLink(shop.hotline)}
                className="finger mt-1 inline-block text-2xl font-extrabold text-white hover:underline"
              >
                {shop.hotline}
              </a>
              <p>{shop.hotline_hours}</p>
              <p className="mt-2">
                <a
                  href={`mailto:${shop.company.email}`}
                  className="hover:text-white hover:underline"
                >
                  {shop.company.email}
                </a>
              </p>
            </div>
            <PaymentMarks accepted={accepted} />
          </div>
        </section>
        {top_categories.length > 0 ? (
          <FoldedColumn
            title="Danh mục sản phẩm"
            links={top_categories.map(({ path, name }) => [path, name] as const)}
          />
        ) : null}
        <FoldedColumn title="Mua sắm" links={shopping} />
        <FoldedColumn
          title="Dịch vụ"
          links={news === null ? services : [...services, [news.path, news.name] as const]}
        />
        <FoldedColumn
          title="Chính sách"
          links={policies.map(({ path, name }) => [path, name] as const)}
        />
      </div>
      <LegalBlock shop={shop} />
    </footer>
  )
}

/** How the shop can be paid, as the marks that shoppers know from the payment page. */
function PaymentMarks({ accepted }: Pick<ShopData, 'accepted'>) {
  if (accepted.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-base tracking-normal text-white">Thanh toán</h3>
      <ul className="flex flex-wrap gap-2">
        {accepted.map(({ title, icon }) => (
          <li key={icon}>
            <img
              src={`/media/payment/${icon}.svg`}
              alt={title}
              title={title}
              width={64}
              height={32}
              loading="lazy"
              className="h-8 w-16"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FoldedColumnProps {
  title: string
  links: readonly (readonly [path: string, name: string])[]
}

/** Links under a title. On a phone the title unfolds them, also without scripts; a wide screen has room for all. */
function FoldedColumn({ title, links }: FoldedColumnProps) {
  return (
    <section className="footer-column">
      <h2 className="footer-title">{title}</h2>
      <details>
        <summary className="footer-summary">{title}</summary>
        <ul className="grid max-md:pb-3 md:gap-1.5">
          {links.map(([path, name]) => (
            <li key={path}>
              <FooterLink href={path}>{name}</FooterLink>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="footer-link">
      {children}
    </a>
  )
}

function LegalBlock({ shop }: { shop: ShopIdentity }) {
  const { company } = shop
  return (
    <div className="border-t border-white/15">
      <div className="frame flex flex-col gap-4 py-6 text-note leading-relaxed md:flex-row md:items-center md:justify-between">
        <address className="not-italic">
          <strong className="block font-semibold text-white">{company.name}</strong>
          <span className="block">Địa chỉ: {company.address}</span>
          <span className="block">
            Mã số thuế: {company.tax_code} · {company.registration}
          </span>
          <span className="block">Điện thoại: {shop.hotline}</span>
          <span className="block">Email: {company.email}</span>
        </address>
        {shop.moit_notice_url ? (
          <a
            href={shop.moit_notice_url}
            rel="noopener"
            className="shrink-0 rounded-xl border border-white/40 px-4 py-2.5 font-semibold text-white hover:bg-white/10"
          >
            Đã thông báo Bộ Công Thương
          </a>
        ) : null}
      </div>
    </div>
  )
}
