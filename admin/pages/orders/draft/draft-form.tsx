import { useState } from 'react'
import { Form } from 'react-router'
import { draftPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { UnitPriceRows } from '#admin/kit/price-rows.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { Draft } from '#contracts/staff/orders/drafts.ts'
import { formatDong } from '#pure/money.ts'
import { rowTexts, unitRows } from '#pure/price-rows.ts'

interface DraftFormProps {
  draft: Draft
  q: string
}

/** Quantities, buyer, address, voucher and discount: one form, so that one button saves and prices all of it. */
export function DraftForm({ draft, q }: DraftFormProps) {
  const { draft_id, version, lines, gone, voucher_code, voucher_lost } = draft
  const form_id = `draft-${draft_id}`
  return (
    <>
      <StaffForm
        action={draftPath(draft_id)}
        hidden={{ intent: 'save', version }}
        autoComplete="off"
        className="grid gap-4 text-sm"
      >
        <section aria-labelledby="goods" className="sheet">
          <h2 id="goods" className="part-title">
            Hàng
          </h2>
          {lines.length + gone.length === 0 && <p className="text-muted">Chưa có món nào.</p>}
          <ul className="divide-y divide-line">
            {lines.map((line, n) => (
              <Line key={`${line.line_id}-${line.item_id}-${n}`} line={line} />
            ))}
            {gone.map(({ line_id, name }) => (
              <li key={line_id} className="flex flex-wrap items-center gap-3 py-2">
                <span className="grow font-semibold text-sale">{name}: không còn bán</span>
                <label className="flex items-center gap-2">
                  <input type="checkbox" name={`sl.${line_id}`} value="0" defaultChecked />
                  Bỏ món này
                </label>
              </li>
            ))}
          </ul>
        </section>
        <Buyer draft={draft} wards_form={form_id} />
        <section aria-labelledby="offers" className="sheet grid gap-3">
          <h2 id="offers" className="part-title">
            Ưu đãi
          </h2>
          {voucher_lost !== null && (
            <p role="status" className="font-semibold text-sale">
              {voucher_lost}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <LineField
              key={voucher_code}
              label="Mã giảm giá"
              name="voucher"
              defaultValue={voucher_code ?? ''}
              maxLength={40}
            />
            <Discount draft={draft} />
          </div>
        </section>
        <div>
          <button type="submit" className="tool-main min-h-11">
            Lưu và tính giá
          </button>
        </div>
      </StaffForm>
      {/* The province stands in the form above, but belongs to this one: it lists the wards. */}
      <Form id={form_id} method="get" action={draftPath(draft_id)} preventScrollReset>
        <input type="hidden" name="q" value={q} />
      </Form>
    </>
  )
}

function Line({ line }: { line: Draft['lines'][number] }) {
  const { line_id, name, color_name, sku, item_quantity, final_price, line_total, is_gift } = line
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
      <span className="min-w-40 grow basis-0">
        <span className="font-semibold">
          {name}
          {color_name !== null && ` · ${color_name}`}
        </span>
        <span className="block text-xs text-muted">
          {sku} · {is_gift ? 'quà tặng' : formatDong(final_price)}
        </span>
        {!is_gift && <UnitPriceRows rows={rowTexts(unitRows(line.price_trace))} />}
      </span>
      <span className="ml-auto flex items-center gap-3">
        {is_gift || line_id === null ? (
          <span className="tabular-nums">{item_quantity} ×</span>
        ) : (
          <input
            key={item_quantity}
            name={`sl.${line_id}`}
            type="number"
            min="0"
            max="99"
            defaultValue={item_quantity}
            aria-label={`Số lượng ${name}`}
            className="field min-h-11 w-20 text-right tabular-nums"
          />
        )}
        <span className="min-w-24 text-right font-semibold tabular-nums">
          {formatDong(line_total)}
        </span>
      </span>
    </li>
  )
}

/** Who orders, and where it goes. Without scripts both ways to receive it are shown. */
function Buyer({ draft, wards_form }: { draft: Draft; wards_form: string }) {
  const { address, shops, shop_id } = draft
  const [method, setMethod] = useState(address?.shipping_method ?? 'home_delivery')
  return (
    <section aria-labelledby="buyer" className="sheet grid gap-3">
      <h2 id="buyer" className="part-title">
        Người mua
      </h2>
      <div className="flex flex-wrap gap-3">
        <LineField
          label="Họ và tên"
          name="name"
          defaultValue={address?.name ?? ''}
          maxLength={100}
        />
        <label className="grid min-w-40 grow gap-1">
          <span className="text-muted">Số điện thoại</span>
          <input
            name="phone"
            inputMode="tel"
            maxLength={30}
            placeholder={address === null ? '' : `Giữ ${address.phone}`}
            className="field w-full tabular-nums"
          />
        </label>
        <LineField
          label="Email (nếu có)"
          name="email"
          defaultValue={address?.email ?? ''}
          maxLength={200}
        />
      </div>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="mb-1 text-muted">Cách nhận</legend>
        {ways.map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="shipping_method"
              value={value}
              checked={method === value}
              onChange={() => setMethod(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <HomeFields draft={draft} wards_form={wards_form} is_hidden={method !== 'home_delivery'} />
      <label className={`gap-1 ${method === 'store_pickup' ? 'grid' : 'hidden noscript:grid'}`}>
        <span className="text-muted">Cửa hàng</span>
        <select
          name="shop_id"
          defaultValue={String(address?.shop_id ?? shop_id ?? '')}
          className="field w-full"
        >
          <option value="">Chọn cửa hàng</option>
          <Options choices={shops} />
        </select>
      </label>
      <LineField
        label="Ghi chú của khách"
        name="note"
        defaultValue={address?.note ?? ''}
        maxLength={500}
      />
    </section>
  )
}

function Options({ choices }: { choices: Draft['shops'] }) {
  return choices.map(({ value, title }) => (
    <option key={value} value={value}>
      {title}
    </option>
  ))
}

const ways = [
  ['home_delivery', 'Giao tận nơi'],
  ['store_pickup', 'Nhận tại cửa hàng'],
] as const

interface HomeFieldsProps {
  draft: Draft
  wards_form: string
  is_hidden: boolean
}

function HomeFields({ draft, wards_form, is_hidden }: HomeFieldsProps) {
  const { address, provinces, province_code, wards } = draft
  const is_listed = wards.some(({ value }) => value === String(address?.ward_id))
  return (
    <div className={`flex-wrap items-end gap-3 ${is_hidden ? 'hidden noscript:flex' : 'flex'}`}>
      <label className="grid min-w-40 grow basis-0 gap-1">
        <span className="text-muted">Tỉnh, thành phố</span>
        <select
          key={province_code}
          name="tinh"
          form={wards_form}
          defaultValue={province_code ?? ''}
          onChange={({ target }) => target.form?.requestSubmit()}
          className="field w-full"
        >
          {province_code === null && <option value="">Chọn</option>}
          <Options choices={provinces} />
        </select>
      </label>
      <noscript>
        <button type="submit" form={wards_form} className="tool min-h-11">
          Xem phường, xã
        </button>
      </noscript>
      <label className="grid min-w-40 grow basis-0 gap-1">
        <span className="text-muted">Phường, xã</span>
        <select
          key={`${province_code} ${address?.ward_id}`}
          name="ward_id"
          defaultValue={is_listed ? String(address?.ward_id) : ''}
          className="field w-full"
        >
          <option value="">Chọn</option>
          <Options choices={wards} />
        </select>
      </label>
      <LineField
        label="Số nhà, tên đường"
        name="street"
        defaultValue={address?.street ?? ''}
        maxLength={200}
      />
    </div>
  )
}

/** Whoever may not give a discount keeps the one that somebody else gave, or drops it. */
function Discount({ draft: { discount, discount_reason, max_discount } }: { draft: Draft }) {
  if (max_discount === null) {
    return discount === 0 ? null : (
      <label className="flex min-h-11 items-center gap-2">
        <input type="hidden" name="discount_reason" value={discount_reason ?? ''} />
        <input type="checkbox" name="discount" value={discount} defaultChecked />
        Giảm riêng {formatDong(discount)}: {discount_reason}
      </label>
    )
  }
  return (
    <>
      <label className="grid min-w-40 grow gap-1">
        <span className="text-muted">
          Giảm riêng (đồng{max_discount < 1_000_000_000 && `, đến ${formatDong(max_discount)}`})
        </span>
        <MoneyInput
          name="discount"
          defaultValue={discount === 0 ? '' : discount}
          placeholder="0"
          className="field w-full text-right tabular-nums"
        />
      </label>
      <LineField
        label="Lý do giảm"
        name="discount_reason"
        defaultValue={discount_reason ?? ''}
        maxLength={200}
      />
    </>
  )
}
