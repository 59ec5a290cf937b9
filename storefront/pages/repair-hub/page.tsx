import { ModelSearch } from '#storefront/commerce/listing/model-search.tsx'
import { RepairPriceTable } from '#storefront/commerce/repair/repair-price-table.tsx'
import { RepairPromises } from '#storefront/commerce/repair/repair-promises.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { HubData } from '#storefront/pages/repair-hub/hub-data.ts'
import { ModelList } from '#storefront/pages/repair-hub/model-list.tsx'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { formatDong } from '#pure/money.ts'
import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Chip, ChipRow } from '#web/ui/chip.tsx'

export function meta({ device_kind, q, priced, kinds }: HubData, shop: ShopIdentity): PageMeta {
  const { name, path } = repair_hubs[device_kind]
  const services = kinds.map((kind) => inSentence(kind.name)).join(', ')
  return {
    title: `${name} lấy ngay, có bảo hành`,
    description: `${name} tại ${shop.name}: ${services}. Báo giá trước khi làm, linh kiện có bảo hành, đặt lịch giữ giá không cần trả trước.`,
    canonical_path: path,
    ...(q === '' && priced === null ? {} : { robots: 'noindex, follow' }),
  }
}

/** The repairs of a kind of device: by kind of repair, and by model. */
export function Page({ data }: { data: HubData }) {
  const { device_kind, kinds, q, priced, models } = data
  const hub = repair_hubs[device_kind]
  return (
    <>
      <Breadcrumb crumbs={[hub]} />
      <div className="sheet grid gap-4 p-4 md:p-6">
        <h1 className="text-2xl md:text-title-lg">{hub.name}</h1>
        <ChipRow label="Thiết bị cần sửa" wraps>
          {Object.values(repair_hubs).map(({ path, name }) => (
            <Chip key={path} href={path} is_current={path === hub.path}>
              {name}
            </Chip>
          ))}
        </ChipRow>
        <ModelSearch action={hub.path} q={q} label="Nhập dòng máy cần sửa" title="Tìm dòng máy" />
        <RepairPromises />
        <a
          href={repair_addresses.repairShops.path}
          className="finger font-semibold text-accent hover:underline"
        >
          Xem địa chỉ sửa chữa gần bạn
        </a>
      </div>
      <Kinds data={data} />
      {priced === null ? null : (
        <div className="mt-4">
          <RepairPriceTable
            id="bang-gia"
            title={`Bảng giá ${inSentence(priced.kind.name)}`}
            first="Dòng máy"
            cards={priced.cards}
            nameOf={(card) => card.model_name}
          />
        </div>
      )}
      {kinds.length === 0 ? null : <ModelList models={models} q={q} hub_path={hub.path} />}
    </>
  )
}

function Kinds({ data: { device_kind, kinds, priced } }: { data: HubData }) {
  const { path } = repair_hubs[device_kind]
  return (
    <section aria-labelledby="loai-dich-vu" className="sheet mt-4 p-4 md:p-6">
      <h2 id="loai-dich-vu" className="text-lg md:text-xl">
        Máy của bạn cần sửa gì?
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {kinds.map(({ part_code, name, thumbnail, price }) => (
          <li key={part_code}>
            <a
              href={withQuery(path, { dich_vu: part_code })}
              aria-current={priced?.kind.part_code === part_code ? 'page' : undefined}
              className="choice-tile flex-col p-2 text-center"
            >
              <Photo
                picture={{ src: thumbnail, alt: '', width: 480, height: 480 }}
                sizes="96px"
                className="size-24 rounded-2xl"
              />
              <span className="font-bold">{name}</span>
              <span className="text-sm text-muted">{`từ ${formatDong(price)}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
