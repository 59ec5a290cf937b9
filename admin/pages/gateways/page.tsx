import { addresses } from '#admin/addresses/addresses.ts'
import { PasskeyButton } from '#admin/kit/passkey-button.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
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
  const { code, title: name, state, notify_url, can_refund, is_enabled, fields } = gateway
  const has_settings = state !== 'none' && state !== 'demo' && state !== 'needless'
  return (
    <section className="sheet grid gap-4" aria-labelledby={code}>
      <h2 id={code} className="text-lg">
        {name}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name="Tình trạng" value={states[state]} />
        {notify_url !== null && <Fact name="Địa chỉ báo kết quả" value={notify_url} />}
        <Fact name="Hoàn tiền" value={can_refund ? 'tự động' : 'nhân viên hoàn'} />
      </dl>
      <StaffForm
        action={addresses.gateways.path}
        hidden={{ code }}
        autoComplete="off"
        reloadDocument
        className="grid gap-4"
      >
        {fields.length > 0 && (
          <div className="grid gap-4 md:grid-cols-2">
            {fields.map((field) => (
              <Setting key={field.name} code={code} field={field} typed={typed?.[field.name]} />
            ))}
          </div>
        )}
        <label className="flex min-h-11 items-center gap-2 font-semibold">
          <input
            type="checkbox"
            name="is_enabled"
            defaultChecked={typed === undefined ? is_enabled : typed['is_enabled'] === 'on'}
            className="size-6 accent-accent"
          />
          Cho khách chọn
        </label>
        {!second_steps.is_fresh && <SecondStep second_steps={second_steps} />}
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value="save" look="primary">
            Lưu
          </SubmitButton>
          {has_settings && (
            <SubmitButton name="intent" value="forget">
              Xóa cài đặt
            </SubmitButton>
          )}
        </div>
      </StaffForm>
    </section>
  )
}

/** Asks for a new second step: a code, or a passkey of this device. */
function SecondStep({ second_steps }: { second_steps: OwnSecondSteps }) {
  const { has_totp, has_passkey } = second_steps
  return (
    <div className="grid max-w-xs gap-4">
      {has_totp && (
        <TextField
          label="Mã xác thực mới (6 số)"
          name="second_step"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
      )}
      {has_passkey && <PasskeyButton purpose="confirm">Xác nhận bằng passkey</PasskeyButton>}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </>
  )
}

interface SettingProps {
  code: string
  field: GatewaySetUp['fields'][number]
  typed: string | undefined
}

/** The field of a setting. A stored secret is not shown; its last characters identify it. */
function Setting({ code, field: { name, label, is_secret, value }, typed }: SettingProps) {
  const id = `${code}-${name}`
  if (!is_secret) {
    return <TextField id={id} name={name} label={label} defaultValue={typed ?? value} />
  }
  return (
    <TextField
      id={id}
      name={name}
      type="password"
      autoComplete="new-password"
      placeholder={value}
      defaultValue={typed ?? ''}
      label={
        value === '' ? (
          label
        ) : (
          <>
            {`${label} `}
            <span className="font-normal text-muted">{`(${value})`}</span>
          </>
        )
      }
    />
  )
}
