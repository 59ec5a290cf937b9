import { addresses } from '#admin/addresses/addresses.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { SettingsForm } from '#admin/kit/settings/settings-form.tsx'
import { ChangeHistory } from '#admin/pages/changes/change-history.tsx'
import type { GatewaysData } from '#admin/pages/gateways/page.server.ts'
import { states } from '#admin/pages/gateways/texts.ts'
import type { Fields } from '#admin/runtime/page.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import type { GatewaySetUp } from '#contracts/staff/gateways.ts'

export const title = 'Cổng thanh toán'

/** All payment methods, each with its state and a form for its settings. */
export function Page({ data, typed }: { data: GatewaysData; typed?: Fields }) {
  const { gateways, history, second_steps } = data
  return (
    <>
      <p className="text-muted">
        Khóa được mã hóa khi lưu và không bao giờ hiện lại: để trống là giữ nguyên.
      </p>
      {gateways.map((gateway) => (
        <GatewaySheet
          key={gateway.code}
          gateway={gateway}
          second_steps={second_steps}
          typed={typed?.['code'] === gateway.code ? typed : undefined}
        />
      ))}
      {history !== null && <ChangeHistory entries={history} thing="gateway" />}
    </>
  )
}

interface SheetProps {
  gateway: GatewaySetUp
  second_steps: OwnSecondSteps
  /** What a refused form of this gateway had in its fields. */
  typed: Fields | undefined
}

function GatewaySheet({ gateway, second_steps, typed }: SheetProps) {
  const { code, title: name, state, is_enabled, fields, seen } = gateway
  const has_settings = state !== 'none' && state !== 'demo' && state !== 'needless'
  return (
    <section className="sheet grid gap-4" aria-labelledby={code}>
      <h2 id={code} className="text-lg">
        {name}
      </h2>
      <FactList facts={factsOf(gateway)} />
      <SettingsForm
        action={addresses.gateways.path}
        enabled_label="Cho khách chọn"
        {...{ code, seen, fields, is_enabled, has_settings, second_steps, typed }}
      />
    </section>
  )
}

function factsOf({ state, notify_url, can_refund }: GatewaySetUp) {
  return [
    ['Tình trạng', states[state]],
    ['Địa chỉ báo kết quả', notify_url],
    ['Hoàn tiền', can_refund ? 'Tự động' : 'Nhân viên hoàn'],
  ] as const
}
