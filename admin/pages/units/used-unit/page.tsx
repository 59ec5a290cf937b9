import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { unitPath, usedLabelPath, usedUnitPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { Pictures } from '#admin/kit/pictures/pictures.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import { PassportFields } from '#admin/pages/units/used-fields.tsx'
import {
  used_grade_titles,
  used_sources,
  used_state_titles,
} from '#admin/pages/units/used-texts.ts'
import type { UsedUnitData } from '#admin/pages/units/used-unit/page.server.ts'
import type { UsedUnitPage } from '#contracts/staff/trade/used-units.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'

export const title = ({ unit }: UsedUnitData) => `Máy cũ ${unit.sku}`
export const has_own_heading = true

/** One used device: photographs first, then its price and sale, its passport and its history. */
export function Page({ data: { unit, history } }: { data: UsedUnitData }) {
  const { imei_id, code, sku, name, state, may_list, pictures } = unit
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-xl wrap-anywhere">{`${sku} · ${name}`}</h1>
        <span className="rounded-full bg-mist px-2 text-sm font-semibold">
          {used_state_titles[state]}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Link to={usedLabelPath(imei_id)} className="tool">
            In tem kệ
          </Link>
          <Link to={unitPath(code)} className="tool">
            Lịch sử máy
          </Link>
          {state !== 'sold' && (
            <Link to={`${addresses.transfers.path}?scan=${code}`} className="tool">
              Chuyển kho
            </Link>
          )}
        </span>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-4">
          <Pictures path={usedUnitPath(imei_id)} pictures={pictures} may_change={may_list} />
          <section className="sheet text-sm">
            <FactList facts={factsOf(unit)} />
          </section>
          {may_list && state !== 'sold' && <Passport unit={unit} />}
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <Sale unit={unit} />
          {history !== null && (
            <ChangeHistory entries={history} thing="used_unit" thing_key={String(imei_id)} />
          )}
        </div>
      </div>
    </>
  )
}

function factsOf(unit: UsedUnitPage) {
  const facts: [string, React.ReactNode][] = [
    ['IMEI, serial', unit.code],
    ['Màu', unit.color_name],
    ['Hạng', used_grade_titles[unit.grade]],
    ['Ở đâu', unit.shop_name],
    ['Nguồn', [used_sources[unit.source], unit.source_reference].filter(Boolean).join(' · ')],
    ['Nhập ngày', formatDate(new Date(unit.created_at))],
    ['Đã bán được', unit.days_listed === null ? null : `${unit.days_listed} ngày trên kệ`],
    ['Giá hàng mới', unit.new_price === null ? null : formatDong(unit.new_price)],
  ]
  return facts.filter(([, value]) => value !== null)
}

function Sale({ unit }: { unit: UsedUnitPage }) {
  const { imei_id, version, state, price, suggested_price, may_list, may_price } = unit
  const path = usedUnitPath(imei_id)
  const is_idle = state === 'held' && !unit.is_reserved
  const may_withdraw = may_price && (state === 'listed' || state === 'draft' || is_idle)
  const may_offer = may_list && (state === 'draft' || state === 'withdrawn')
  return (
    <section aria-labelledby="sale" className="sheet grid gap-3 text-sm">
      <h2 id="sale" className="part-title">
        Giá và đăng bán
      </h2>
      <p>
        Giá bán: <strong>{price === null ? 'chưa có' : formatDong(price)}</strong>
        {suggested_price !== null && (
          <span className="block text-muted">{`Giá đề xuất theo hạng, tuổi và giá mới: ${formatDong(suggested_price)}`}</span>
        )}
      </p>
      {may_offer && (
        <StaffForm
          key={`offer ${version}`}
          action={path}
          hidden={{ intent: 'offer', version }}
          className="grid gap-2"
        >
          <PriceField value={price ?? suggested_price} />
          <div>
            <SubmitButton look="primary">Đăng bán</SubmitButton>
          </div>
        </StaffForm>
      )}
      {may_price && (state === 'listed' || state === 'withdrawn') && (
        <StaffForm
          key={`price ${version}`}
          action={path}
          hidden={{ intent: 'price', version }}
          className="grid gap-2 border-t border-line pt-3"
        >
          <PriceField value={suggested_price ?? price} />
          <ReasonField is_tall placeholder="Để lâu, giá thị trường giảm…" />
          <div>
            <SubmitButton>Đổi giá</SubmitButton>
          </div>
        </StaffForm>
      )}
      {may_withdraw && (
        <StaffForm
          key={`withdraw ${version}`}
          action={path}
          hidden={{ intent: 'withdraw', version }}
          className="grid gap-2 border-t border-line pt-3"
        >
          <ReasonField is_tall placeholder="Phát hiện lỗi, dùng làm máy trưng bày…" />
          <div>
            <SubmitButton>Gỡ khỏi bán</SubmitButton>
          </div>
        </StaffForm>
      )}
    </section>
  )
}

function Passport({ unit }: { unit: UsedUnitPage }) {
  const { imei_id, version } = unit
  return (
    <details className="sheet" open={unit.state === 'draft'}>
      <summary className="part-title">Hồ sơ máy</summary>
      <StaffForm
        key={version}
        action={usedUnitPath(imei_id)}
        hidden={{ intent: 'describe', version }}
        className="mt-3 grid gap-3"
      >
        <PassportFields unit={unit} />
        <div>
          <SubmitButton>Lưu hồ sơ</SubmitButton>
        </div>
      </StaffForm>
    </details>
  )
}

function PriceField({ value }: { value: number | null }) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">Giá (đ)</span>
      <MoneyInput name="price" defaultValue={value ?? ''} className="field min-h-11 tabular-nums" />
    </label>
  )
}
