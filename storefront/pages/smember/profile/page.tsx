import { account_addresses } from '#storefront/addresses/account.ts'
import { member_data_path } from '#storefront/addresses/member-links.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import type { ProfileData } from '#storefront/pages/smember/profile/page.server.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

export function meta(): PageMeta {
  return { title: 'Thông tin tài khoản', robots: 'noindex, nofollow' }
}

/** /smember/tai-khoan: name and phone, the data as files, and how to have them erased. */
export function Page({ data: { overview } }: { data: ProfileData }) {
  const { shop } = useShop()
  return (
    <MemberFrame title="Thông tin tài khoản">
      <MemberCard>
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact name="Họ và tên" value={overview.name === '' ? 'Chưa có' : overview.name} />
          <Fact name="Số điện thoại" value={overview.phone} />
        </dl>
      </MemberCard>
      <MemberCard>
        <h2 className="text-xl">Đăng nhập và bảo mật</h2>
        <ul className="mt-3 grid gap-2 sm:grid-cols-2">
          {security_pages.map(([path, text, icon]) => (
            <li key={path}>
              <a
                href={shop.member_url + path}
                className="flex min-h-12 items-center gap-3 rounded-xl border border-line px-4 font-semibold hover:border-ink"
              >
                <Icon name={icon} className="size-5 shrink-0 text-accent" />
                {text}
              </a>
            </li>
          ))}
        </ul>
      </MemberCard>
      <MemberCard>
        <h2 className="text-xl">Dữ liệu của bạn</h2>
        <p className="mt-2 text-muted">
          Tải về mọi điều cửa hàng đang lưu về bạn trong một gói ZIP: hồ sơ, địa chỉ, đơn hàng,
          điểm, phiếu giảm giá, bảo hành, thẻ ưu đãi, yêu thích, báo tin, những gì bạn đã đồng ý và
          nơi đăng nhập. Trong gói có tệp CSV mở được bằng Excel và tệp JSON.
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          <a href={member_data_path} download className={buttonClass('outline')}>
            Tải dữ liệu của tôi (ZIP)
          </a>
          <a href={account_addresses.privacy.path} className={buttonClass('outline')}>
            Xem những gì tôi đã đồng ý
          </a>
        </p>
      </MemberCard>
      <MemberCard>
        <h2 className="text-xl">Xóa dữ liệu</h2>
        <p className="mt-2 text-muted">
          Bạn có quyền xóa dữ liệu cá nhân: xem trước những gì mất và những gì phải giữ, rồi có 7
          ngày để đổi ý. Hóa đơn và số tiền của đơn hàng được giữ theo luật thuế, nhưng không còn
          tên và số điện thoại của bạn. Cần giúp, gọi{' '}
          <a href={telLink(shop.hotline)} className="font-semibold text-accent">
            {shop.hotline}
          </a>
          .
        </p>
        <p className="mt-4">
          <a href={`${shop.member_url}/xoa-tai-khoan`} className={buttonClass('outline')}>
            Xóa tài khoản và dữ liệu
          </a>
        </p>
      </MemberCard>
    </MemberFrame>
  )
}

/** Pages of the member site (member-site/addresses/paths.ts; a journey follows them). */
const security_pages: readonly (readonly [path: string, text: string, icon: IconName])[] = [
  ['/#password', 'Mật khẩu', 'shield-check'],
  ['/passkey', 'Passkey', 'badge-check'],
  ['/#sessions', 'Nơi đang đăng nhập', 'locate-fixed'],
  ['/doi-so', 'Đổi số điện thoại', 'phone'],
  ['/gop-tai-khoan', 'Gộp tài khoản', 'arrow-left-right'],
]

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-body text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </div>
  )
}
