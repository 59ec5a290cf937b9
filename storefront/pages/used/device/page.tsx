import type { DevicePassport } from '#contracts/storefront/trade/used.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { devicePath } from '#storefront/addresses/used-links.ts'
import { used_addresses } from '#storefront/addresses/used.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { ChooseDevice } from '#storefront/commerce/used/choose-device.tsx'
import type { ReturnTerm } from '#contracts/storefront/returns.ts'
import { GradeTable } from '#storefront/commerce/used/grade-table.tsx'
import { NewPrice } from '#storefront/commerce/used/new-price.tsx'
import { grade_titles, warrantyText } from '#storefront/commerce/used/used-texts.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { PassportTests } from '#storefront/pages/used/device/passport-tests.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export interface UsedDeviceData {
  device: DevicePassport
  terms: readonly ReturnTerm[]
}

export function meta({ device }: UsedDeviceData): PageMeta {
  const { name, imei_tail, imei_id, price, grade, supply, pictures } = device
  return {
    title: `${name} ${grade_titles[grade]}, IMEI …${imei_tail}, ${formatDong(price)}`,
    description: `${name} ${grade_titles[grade].toLowerCase()}: ảnh thật, phần trăm pin, linh kiện đã thay và kết quả kiểm tra của đúng máy này. ${warrantyText(device.warranty_months)}.`,
    canonical_path: devicePath(imei_id),
    image: pictures[0]?.src ?? null,
    og_type: 'product',
    ...(supply === 'sold' ? { robots: 'noindex, follow' } : {}),
  }
}

/** The passport of one device. Printed, it is the sheet beside the device on its shelf. */
export function Page({ data: { device, terms } }: { data: UsedDeviceData }) {
  const { name, path, imei_id, imei_tail, pictures, price, new_price, qr } = device
  const crumbs = [
    { name: 'Máy cũ', path: used_addresses.used.path },
    { name, path },
    { name: `IMEI …${imei_tail}`, path: devicePath(imei_id) },
  ]
  return (
    <>
      <Breadcrumb crumbs={crumbs} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:gap-5">
        <section aria-label="Ảnh thật của máy" className="sheet p-4 md:p-5 print:hidden">
          <ul className="grid grid-cols-2 gap-2">
            {pictures.map((picture, index) => (
              <li key={picture.src} className={pictures.length === 2 ? '' : span_class}>
                <Photo
                  picture={largeOf(picture)}
                  sizes={
                    index === 0 && pictures.length !== 2
                      ? '(max-width: 800px) 90vw, 560px'
                      : '(max-width: 800px) 45vw, 280px'
                  }
                  className="aspect-square h-auto w-full rounded-xl object-cover"
                  eager={index === 0}
                />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">Ảnh chụp đúng máy này tại cửa hàng.</p>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:row-span-2">
          <section className="sheet grid gap-4 p-4 md:p-5">
            <div>
              <h1 className="text-xl md:text-2xl">{name}</h1>
              <p className="mt-1 text-sm text-muted">{`IMEI …${imei_tail} · Mã máy ${device.sku}`}</p>
            </div>
            <div>
              <p className="price-now text-title-lg">{formatDong(price)}</p>
              <NewPrice price={price} new_price={new_price} />
            </div>
            <div className="print:hidden">
              <ChooseDevice device={device} button="Mua máy này" />
            </div>
          </section>
          <Facts device={device} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
          <PassportTests device={device} />
          <section
            aria-label="Mã QR của máy"
            className="sheet flex items-center gap-5 p-4 max-md:hidden md:p-5 print:flex"
          >
            <img
              src={qr}
              alt="Mã QR mở trang của máy này"
              width={176}
              height={176}
              className="size-32 print:size-44"
            />
            <p className="font-semibold">Quét để xem máy trên điện thoại</p>
          </section>
        </div>
      </div>
      <div className="mt-4 lg:mt-5 print:hidden">
        <GradeTable terms={terms} />
      </div>
    </>
  )
}

/** The first picture is the large one; the last fills a row that it would have to itself. */
const span_class = 'first:col-span-2 even:last:col-span-2'

/** Lists show the small file of a photograph that staff took; this page shows the large one. */
function largeOf<P extends { src: string }>(picture: P): P {
  return { ...picture, src: picture.src.replace('-nho.webp', '-lon.webp') }
}

function Facts({ device }: { device: DevicePassport }) {
  const { color_name, grade, battery, owner_count, replaced_parts, condition_notes } = device
  const { accessories, warranty_months, used_since, shop_name, shop_address } = device
  const facts: [string, string | null][] = [
    ['Màu', color_name],
    ['Hạng', grade_titles[grade]],
    ['Ngoại hình', condition_notes || null],
    ['Pin', battery === null ? 'Chưa đo' : `${battery}%`],
    ['Số đời chủ', owner_count === 0 ? 'Chưa qua sử dụng' : String(owner_count)],
    ['Linh kiện đã thay', replaced_parts.length === 0 ? 'Không' : replaced_parts.join(', ')],
    ['Phụ kiện', accessories || 'Chỉ máy'],
    ['Dùng từ', used_since === null ? null : formatDate(startOfDay(used_since))],
    ['Bảo hành còn', warranty_months === 0 ? 'Không' : `${warranty_months} tháng từ ngày giao`],
    ['Đang ở', `${shop_name}, ${shop_address}`],
  ]
  return (
    <section aria-labelledby="ho-so-may" className="sheet p-4 md:p-5">
      <h2 id="ho-so-may" className="text-lg">
        Hồ sơ máy
      </h2>
      <dl className="mt-2 divide-y divide-line text-body leading-snug">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-2 py-2">
              <dt className="text-muted">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}
