import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { PassportFields } from '#admin/pages/units/used-fields.tsx'

export const title = 'Nhập máy cũ'

export interface UsedIntake {
  q: string
  shops: readonly { value: string; title: string }[]
  goods: readonly { sku: string; name: string; color_name: string | null }[]
}

type Typed = Readonly<Record<string, string>>

const { path } = addresses.used_new

/** Two steps: find the goods that it was, then scan and describe the device. */
export function Page({ data, typed = {} }: { data: UsedIntake; typed?: Typed }) {
  const { q, goods } = data
  return (
    <div className="grid max-w-2xl gap-4">
      <form action={path} role="search" className="sheet flex flex-wrap items-end gap-2 text-sm">
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Máy này khi mới là gì? Gõ tên hoặc SKU</span>
          <input
            name="q"
            defaultValue={q}
            maxLength={100}
            autoComplete="off"
            className="field min-h-11 w-full"
          />
        </label>
        <button type="submit" className="tool min-h-11 px-4">
          Tìm
        </button>
      </form>
      {q !== '' && goods.length === 0 && (
        <p className="sheet text-muted">Không có hàng mới nào khớp. Thử ít chữ hơn.</p>
      )}
      {goods.length > 0 && <Intake data={data} typed={typed} />}
    </div>
  )
}

function Intake({ data: { q, goods, shops }, typed }: { data: UsedIntake; typed: Typed }) {
  // With the goods that were found, so that a refusal shows the form with what was typed.
  const action = `${path}?${new URLSearchParams({ q })}`
  return (
    <StaffForm action={action} hidden={{ intent: 'add' }} className="sheet grid gap-3 text-sm">
      <label className="grid gap-1">
        <span className="text-muted">Sản phẩm, màu</span>
        <select name="sku" defaultValue={typed['sku']} className="field min-h-11 w-full">
          {goods.map(({ sku, name, color_name }) => (
            <option key={sku} value={sku}>
              {color_name === null ? name : `${name} · ${color_name}`}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        <span className="text-muted">IMEI (quét hoặc gõ; máy hai sim: cả hai) hoặc serial</span>
        {/* A scanner ends a code with Enter, which begins a line here and sends nothing. */}
        <textarea
          name="codes"
          rows={2}
          maxLength={120}
          defaultValue={typed['codes']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="field min-h-11 w-full text-base tabular-nums"
        />
      </label>
      <div className="grid grid-cols-2 gap-2">
        <label className="grid min-w-0 gap-1">
          <span className="text-muted">Cửa hàng</span>
          <select
            name="shop_id"
            defaultValue={typed['shop_id']}
            className="field min-h-11 w-full min-w-0"
          >
            {shops.map(({ value, title: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="grid min-w-0 gap-1">
          <span className="text-muted">Giá nhập (đ)</span>
          <MoneyInput name="cost" defaultValue={typed['cost']} className="field min-h-11 min-w-0" />
        </label>
      </div>
      <PassportFields unit={null} typed={typed} />
      <div>
        <SubmitButton look="primary">Nhập máy, rồi chụp ảnh</SubmitButton>
      </div>
    </StaffForm>
  )
}
