import { PasskeyButton } from '#admin/kit/passkey-button.tsx'
import { TextField } from '#admin/kit/staff-form.tsx'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'

/** Asks within a form for a new second step: a code, or a passkey of this device. Nothing if the last one is fresh. */
export function SecondStepFields({ second_steps }: { second_steps: OwnSecondSteps }) {
  const { is_fresh, has_totp, has_passkey } = second_steps
  if (is_fresh) return null
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
