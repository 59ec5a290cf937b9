import type { UsedRow } from '#contracts/storefront/trade/used.ts'
import { formatDong } from '#pure/money.ts'
import { devicePath } from '#storefront/addresses/used-links.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { ChooseDevice } from '#storefront/commerce/used/choose-device.tsx'
import { conditionText, grade_titles, warrantyText } from '#storefront/commerce/used/used-texts.ts'

/** "Danh sách máy": every device with its own state and button. */
export function DeviceList({ devices }: { devices: readonly UsedRow[] }) {
  if (devices.length === 0) return null
  return (
    <section aria-labelledby="danh-sach-may" className="sheet mt-4 p-4 md:p-6 lg:mt-5">
      <h2 id="danh-sach-may" className="text-lg md:text-xl">
        Danh sách máy
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {devices.map((device) => (
          <Device key={device.imei_id} device={device} />
        ))}
      </ul>
    </section>
  )
}

function Device({ device }: { device: UsedRow }) {
  const { imei_id, imei_tail, color_name, grade, price, supply, pictures } = device
  const { shop_name, province_name, warranty_months } = device
  const [picture = null] = pictures
  const is_gone = supply !== 'listed'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 py-3 large-text:flex large-text:flex-col md:grid-cols-[auto_minmax(0,1fr)_auto_auto] md:items-center md:gap-x-5">
      {picture === null ? (
        <span className="size-20 rounded-xl bg-mist" />
      ) : (
        <Photo
          picture={picture}
          sizes="80px"
          className={`size-20 rounded-xl object-cover ${is_gone ? 'opacity-50 grayscale' : ''}`}
        />
      )}
      <div className="min-w-0 text-body leading-snug">
        <h3 className="text-body font-semibold">
          <a href={devicePath(imei_id)} className="finger hover:text-accent hover:underline">
            {`IMEI …${imei_tail}`}
            {color_name === null ? '' : ` · ${color_name}`}
          </a>
        </h3>
        <p>{`${grade_titles[grade]} · ${warrantyText(warranty_months)}`}</p>
        <p className="text-muted">{conditionText(device)}</p>
        <p className="text-muted">{`${shop_name}, ${province_name}`}</p>
      </div>
      <p className={`price-now max-md:col-start-2 ${is_gone ? 'text-muted' : ''}`}>
        {formatDong(price)}
      </p>
      <div className="max-md:col-start-2 md:w-44">
        <ChooseDevice device={device} button="Chọn máy" />
      </div>
    </li>
  )
}
