import { repairServicePath } from '#admin/addresses/paths.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { ServicePage } from '#contracts/staff/orders/repair-settings.ts'

/** How many parts of each grade lie in each shop. A form for each shop, and one for a shop that has none yet. */
export function Parts({ data }: { data: ServicePage }) {
  const { options, needs_part } = data
  if (!needs_part) return null
  return (
    <section aria-labelledby="parts" className="sheet grid gap-2 text-sm">
      <h2 id="parts" className="part-title">
        Linh kiện tại cửa hàng
      </h2>
      {options.map((option) => (
        <details key={option.option_id} open={options.length === 1}>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            {option.label}: {option.stock.reduce((sum, { quantity }) => sum + quantity, 0)} cái
          </summary>
          <ul className="grid gap-2">
            {option.stock.map((stock) => (
              <li key={`${stock.shop_id} ${stock.quantity}`}>
                <Count sku={data.sku} option_id={option.option_id} stock={stock} />
              </li>
            ))}
            <li>
              <OtherShop data={data} option={option} />
            </li>
          </ul>
        </details>
      ))}
    </section>
  )
}

const row = 'flex flex-wrap items-center gap-2 border-t border-line pt-2'

function Count({
  sku,
  option_id,
  stock: { shop_id, shop, quantity, reserved },
}: {
  sku: string
  option_id: number
  stock: ServicePage['options'][number]['stock'][number]
}) {
  const hidden = { intent: 'parts', option_id, shop_id, seen_quantity: quantity }
  return (
    <StaffForm action={repairServicePath(sku)} hidden={hidden} className={row}>
      <span className="min-w-0 grow wrap-anywhere">
        {shop}
        {reserved > 0 && <span className="text-muted"> · phiếu đang giữ {reserved}</span>}
      </span>
      <Quantity label={`Số linh kiện tại ${shop}`} value={quantity} />
      <SubmitButton>Ghi</SubmitButton>
    </StaffForm>
  )
}

function OtherShop({
  data: { sku, shops },
  option: { option_id, stock },
}: {
  data: ServicePage
  option: ServicePage['options'][number]
}) {
  const others = shops.filter(({ shop_id }) => !stock.some((one) => one.shop_id === shop_id))
  if (others.length === 0) return null
  return (
    <StaffForm
      action={repairServicePath(sku)}
      hidden={{ intent: 'parts', option_id, seen_quantity: 0 }}
      className={row}
    >
      <label className="min-w-0 grow">
        <span className="sr-only">Cửa hàng khác</span>
        <select name="shop_id" className="field min-h-11 w-full">
          {others.map(({ shop_id, name }) => (
            <option key={shop_id} value={shop_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Quantity label="Số linh kiện tại cửa hàng khác" value={null} />
      <SubmitButton>Ghi</SubmitButton>
    </StaffForm>
  )
}

function Quantity({ label, value }: { label: string; value: number | null }) {
  return (
    <input
      name="quantity"
      aria-label={label}
      inputMode="numeric"
      maxLength={4}
      required
      defaultValue={value ?? ''}
      autoComplete="off"
      className="field min-h-11 w-20 text-right tabular-nums"
    />
  )
}
