import type { RepairOption, RepairServicePage } from '#contracts/storefront/repair.ts'
import { formatDong } from '#pure/money.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { buttonClass } from '#web/ui/button.ts'
import { RadioCard } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** The options as a plain form: it leads to the appointment with the chosen one. */
export function BookForm({ service: { options, needs_part } }: { service: RepairServicePage }) {
  return (
    <form method="get" action={booking_addresses.booking.path} className="grid gap-5">
      <fieldset>
        <legend className="text-base font-bold">
          {needs_part ? 'Chọn loại linh kiện' : 'Gói dịch vụ'}
        </legend>
        <div className="mt-2 grid gap-2">
          {options.map((option, index) => (
            <RadioCard
              key={option.item_id}
              name="dich_vu"
              value={option.item_id}
              defaultChecked={index === 0}
              className="p-3"
            >
              <Option option={option} />
            </RadioCard>
          ))}
        </div>
      </fieldset>
      {/* On a phone it stays above the navigation while the options are read. */}
      <div className="grid grid-cols-[minmax(0,1fr)_min(6.25rem,33%)] gap-2 bg-white md:grid-cols-[minmax(0,1fr)_8.75rem] max-md:sticky max-md:bottom-15 max-md:z-10 max-md:-mx-4 max-md:px-4 max-md:py-2">
        <button
          type="submit"
          className={buttonClass('primary', 'min-h-14 flex-col gap-0 px-3 py-1.5')}
        >
          <span className="text-lead leading-snug font-extrabold">ĐẶT LỊCH NGAY</span>
          <span className="text-note leading-snug font-medium">giữ giá, không cần trả trước</span>
        </button>
        <button
          type="submit"
          formMethod="post"
          formAction={frame_paths.cart}
          name="intent"
          value="add-service"
          className="add-button"
        >
          <Icon name="shopping-cart" className="size-5.5" />
          Thêm vào giỏ
        </button>
      </div>
    </form>
  )
}

function Option({ option }: { option: RepairOption }) {
  const { label, list_price, price, warranty_months } = option
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
      <span className="font-bold">{label}</span>
      <span className="whitespace-nowrap">
        <span className="price-now">{formatDong(price)}</span>
        {list_price === null ? null : (
          <del className="price-list">
            <span className="sr-only">Giá niêm yết </span>
            {formatDong(list_price)}
          </del>
        )}
      </span>
      <span className="w-full text-sm text-muted">{`Bảo hành ${warranty_months} tháng`}</span>
    </span>
  )
}
