import type { DeviceCard } from '#contracts/storefront/trade/trade-in.ts'
import { formatDong } from '#pure/money.ts'
import { tradeDeviceUrl, tradeListUrl } from '#storefront/addresses/trade-in-links.ts'
import { ModelSearch } from '#storefront/commerce/listing/model-search.tsx'
import { TargetLine } from '#storefront/commerce/trade/target-line.tsx'
import { trade_tabs } from '#storefront/commerce/trade/trade-tabs.ts'
import { CallForm } from '#storefront/pages/trade-in/call-form.tsx'
import type { TradeHubData } from '#storefront/pages/trade-in/hub-data.ts'
import { ImeiForm } from '#storefront/pages/trade-in/imei-form.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { TradeFaq, TradeSteps } from '#storefront/pages/trade-in/trade-steps.tsx'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icons.tsx'

export function meta({ tab, q, target }: TradeHubData, shop: ShopIdentity): PageMeta {
  const name = titleOf(tab)
  return {
    title: `${name}, biết giá ngay`,
    description: `${name} tại ${shop.name}: trả lời vài câu là biết giá thu, xem rõ từng khoản trừ. Giữ giá 7 ngày, trợ giá khi lên đời.`,
    canonical_path: tradeListUrl(tab),
    ...(q === '' && target === null ? {} : { robots: 'noindex, follow' }),
  }
}

function titleOf(tab: string | null): string {
  const found = trade_tabs.find(({ slug }) => slug === tab)
  return found === undefined ? 'Thu cũ đổi mới' : `Thu cũ ${found.name}`
}

const drawing = { src: '/media/steps/trade-in-value.webp', alt: '', width: 480, height: 360 }

/** The picker of old devices. Every choice is a link, so it works without scripts. */
export function Page({ data }: { data: TradeHubData }) {
  const { tab, cards, more, q, target } = data
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Thu cũ đổi mới', path: tradeListUrl(null) },
          ...(tab === null ? [] : [{ name: titleOf(tab), path: tradeListUrl(tab) }]),
        ]}
      />
      <div className="sheet grid items-center gap-4 bg-gradient-to-br from-success-soft to-white p-4 md:grid-cols-[minmax(0,1fr)_260px] md:gap-8 md:p-6 lg:px-10">
        <div className="grid gap-4">
          <div>
            <h1 className="text-title md:text-4xl">{titleOf(tab)}</h1>
            <p className="mt-1.5 text-muted md:text-lg">
              Trả lời vài câu là biết giá. Mỗi khoản trừ đều ghi rõ, giá giữ 7 ngày.
            </p>
          </div>
          <ImeiForm />
        </div>
        <Photo picture={drawing} sizes="260px" className="w-full max-md:hidden" />
      </div>
      <section aria-labelledby="chon-may" className="sheet mt-4 grid gap-4 p-4 md:p-6">
        <h2 id="chon-may" className="text-lg md:text-xl">
          Chọn sản phẩm bạn muốn thu cũ
        </h2>
        {target && <TargetLine target={target} without={tradeListUrl(tab, { q: q || null })} />}
        <Tabs data={data} />
        <SearchForm data={data} />
        {cards.length === 0 ? (
          <p role="status">
            Rất tiếc chưa có kết quả phù hợp.{' '}
            <a href={tradeListUrl(null)} className="font-semibold text-accent underline">
              Xem tất cả máy
            </a>
          </p>
        ) : (
          <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {cards.map((card) => (
              <li key={card.model_code}>
                <Tile card={card} target_id={target?.id} />
              </li>
            ))}
          </ul>
        )}
        {more > 0 && (
          <a
            href={tradeListUrl(tab, { len_doi: target?.id, xem: 'tat-ca' })}
            data-scroll="keep"
            className={buttonClass('outline', 'mx-auto min-h-12 px-6')}
          >
            Xem thêm {more} máy
          </a>
        )}
      </section>
      <section aria-labelledby="tu-van" className="sheet mt-4 grid gap-3 p-4 md:p-6">
        <h2 id="tu-van" className="text-lg md:text-xl">
          Đăng ký tư vấn
        </h2>
        <p className="text-muted">
          Chưa rõ máy thuộc mẫu nào? Để lại số điện thoại, cửa hàng gọi lại trong giờ mở cửa.
        </p>
        <CallForm />
      </section>
      <TradeSteps />
      <TradeFaq />
    </>
  )
}

function Tabs({ data: { tab, q, target } }: { data: TradeHubData }) {
  const query = { q: q || null, len_doi: target?.id }
  return (
    <ChipRow label="Loại máy" wraps>
      <Chip href={tradeListUrl(null, query)} is_current={tab === null} keeps_scroll>
        Tất cả
      </Chip>
      {trade_tabs.map(({ slug, name }) => (
        <Chip key={slug} href={tradeListUrl(slug, query)} is_current={slug === tab} keeps_scroll>
          {name}
        </Chip>
      ))}
    </ChipRow>
  )
}

function SearchForm({ data: { tab, q, target } }: { data: TradeHubData }) {
  return (
    <ModelSearch
      action={tradeListUrl(tab)}
      q={q}
      label="Tìm sản phẩm muốn thu cũ"
      title="Tìm sản phẩm muốn thu cũ"
    >
      {target && <input type="hidden" name="len_doi" value={target.id} />}
    </ModelSearch>
  )
}

const icons = {
  'dien-thoai': 'need-phone',
  'may-tinh-bang': 'need-tablet',
  laptop: 'need-laptop',
  'dong-ho': 'need-watch',
} as const satisfies Record<DeviceCard['device_kind'], string>

function Tile({ card, target_id }: { card: DeviceCard; target_id: number | undefined }) {
  const { model_code, model_name, max_price, max_variant, max_bonus, picture } = card
  return (
    <a
      href={tradeDeviceUrl(model_code, { len_doi: target_id })}
      className="grid h-full grid-cols-[auto_minmax(0,1fr)_1.25rem] items-center gap-3 rounded-2xl border border-muted/50 bg-white p-3 hover:border-accent large-text:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span className="grid size-14 shrink-0 sm:size-16 place-items-center">
        {picture === null ? (
          <Icon name={icons[card.device_kind]} className="size-8 text-muted" />
        ) : (
          <Photo picture={picture} sizes="64px" className="size-14 object-contain sm:size-16" />
        )}
      </span>
      <span className="min-w-0 large-text:order-1 large-text:col-span-2">
        <span className="block font-semibold">{model_name}</span>
        <span className="block text-sm">
          <span className="text-muted">Giá thu dự kiến đến </span>
          <span className="font-bold whitespace-nowrap text-sale max-sm:block max-sm:text-base">
            {formatDong(max_price)}
          </span>
          {max_variant !== null && (
            <span className="whitespace-nowrap text-muted"> (bản {max_variant})</span>
          )}
        </span>
        {max_bonus > 0 && (
          <span className="block text-note text-success sm:text-sm">
            Trợ giá thêm đến <span className="whitespace-nowrap">{formatDong(max_bonus)}</span>
          </span>
        )}
      </span>
      <Icon name="chevron-right" className="size-5 shrink-0 text-muted" />
    </a>
  )
}
