import { addresses } from '#admin/addresses/addresses.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { SettingsForm } from '#admin/kit/settings/settings-form.tsx'
import type { CarriersData } from '#admin/pages/carriers/page.server.ts'
import { carrier_state_titles } from '#admin/pages/carriers/state-titles.ts'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { Fields } from '#admin/runtime/page.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import type { CarrierSetUp } from '#contracts/staff/carriers.ts'

export const title = 'Hãng giao'

/** The carriers with an interface, each with its state and a form for its settings. */
export function Page({ data, typed }: { data: CarriersData; typed?: Fields }) {
  const { carriers, history, may_change, second_steps } = data
  return (
    <>
      <p className="text-muted">
        Khóa được mã hóa khi lưu và không hiện lại: để trống là giữ nguyên. Hãng đã tắt vẫn cập nhật
        các vận đơn đang giao.
      </p>
      {carriers.map((carrier) => (
        <CarrierSheet
          key={carrier.code}
          {...{ carrier, may_change, second_steps }}
          typed={typed?.['code'] === carrier.code ? typed : undefined}
        />
      ))}
      {history !== null && <ChangeHistory entries={history} thing="carrier" />}
    </>
  )
}

interface SheetProps {
  carrier: CarrierSetUp
  may_change: boolean
  second_steps: OwnSecondSteps
  /** What a refused form of this carrier had in its fields. */
  typed: Fields | undefined
}

function CarrierSheet({ carrier, may_change, second_steps, typed }: SheetProps) {
  const { code, title: name, is_enabled, fields, seen } = carrier
  return (
    <section className="sheet grid gap-4 text-sm" aria-labelledby={code}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={code} className="text-lg">
          {name}
        </h2>
        <span
          className={`rounded-md px-2 text-xs leading-6 font-bold ${is_enabled ? 'bg-success-soft text-success' : 'bg-mist text-muted'}`}
        >
          {is_enabled ? 'Đang bật' : 'Đang tắt'}
        </span>
      </div>
      <FactList facts={factsOf(carrier)} />
      {may_change && (
        <SettingsForm
          action={addresses.carriers.path}
          enabled_label="Cho chọn khi đóng gói"
          has_settings={hasOwnSettings(carrier)}
          {...{ code, seen, fields, is_enabled, second_steps, typed }}
        />
      )}
    </section>
  )
}

function hasOwnSettings({ state }: CarrierSetUp): boolean {
  return state !== 'none' && state !== 'demo'
}

function factsOf({ state, notify_url, webhook_hint, is_asked }: CarrierSetUp) {
  return [
    ['Tình trạng', carrier_state_titles[state]],
    ['Địa chỉ nhận tin', notify_url],
    ['Cách bảo vệ', webhook_hint],
    [
      'Khi không có tin',
      is_asked ? 'Hệ thống tự hỏi lại hãng' : 'Nhân viên tra trên trang của hãng',
    ],
  ] as const
}
