import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { PasskeyButton } from '#admin/kit/passkey-button.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import type { OwnAccount, OwnSecondSteps, StaffPasskey } from '#contracts/staff/account.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

type PasskeysProps = Pick<OwnAccount, 'passkeys' | 'second_steps'>

/** The own passkeys. Before a change the person confirms who they are; for five minutes the forms are there. */
export function Passkeys({ passkeys, second_steps }: PasskeysProps) {
  const { is_fresh } = second_steps
  return (
    <>
      <h2 className="mt-2 text-lg">Passkey</h2>
      <p className="text-muted">
        Đăng nhập bằng vân tay, khuôn mặt hoặc mã khóa màn hình, thay cho mật khẩu và mã 6 số.
      </p>
      {passkeys.length > 0 && (
        <DataTable
          label="Passkey của tôi"
          empty="Chưa có passkey."
          columns={is_fresh ? [...columns, removal] : columns}
          rows={passkeys}
          keyOf={({ staff_passkey_id }) => staff_passkey_id}
        />
      )}
      <section className="sheet">
        {is_fresh ? <AddForm /> : <ConfirmForm second_steps={second_steps} />}
      </section>
    </>
  )
}

const columns: Column<StaffPasskey>[] = [
  { title: 'Tên', look: 'text', cell: ({ name }) => name },
  { title: 'Thêm lúc', cell: ({ created_at }) => formatDateTime(new Date(created_at)) },
  {
    title: 'Dùng lần cuối',
    cell: ({ used_at }) => (used_at === null ? 'Chưa dùng' : formatDateTime(new Date(used_at))),
  },
]

const removal: Column<StaffPasskey> = {
  title: 'Xóa',
  cell: ({ staff_passkey_id }) => (
    <StaffForm
      action={addresses.account.path}
      hidden={{ intent: 'remove-passkey', staff_passkey_id }}
    >
      <SubmitButton>Xóa</SubmitButton>
    </StaffForm>
  ),
}

function AddForm() {
  return (
    <StaffForm
      action={addresses.account.path}
      hidden={{ intent: 'add-passkey' }}
      reloadDocument
      className="grid max-w-md gap-4"
    >
      <TextField
        label="Đặt tên cho passkey, để dễ nhận ra"
        name="name"
        defaultValue="Thiết bị của tôi"
        autoComplete="off"
        maxLength={60}
      />
      <PasskeyButton purpose="add" sends look="primary">
        Thêm passkey
      </PasskeyButton>
    </StaffForm>
  )
}

/** Asks for a second step, or for the password where the account needs none. */
function ConfirmForm({ second_steps }: { second_steps: OwnSecondSteps }) {
  const { has_totp, has_passkey, takes_password } = second_steps
  return (
    <StaffForm
      action={addresses.account.path}
      hidden={{ intent: 'confirm' }}
      reloadDocument
      className="grid max-w-md gap-4"
    >
      <p>Để thêm hoặc xóa passkey, hãy xác nhận lại là bạn.</p>
      {has_totp && (
        <TextField
          label="Mã xác thực (6 số)"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
      )}
      {takes_password && (
        <TextField
          label="Mật khẩu"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
      )}
      {(has_totp || takes_password) && (
        <div>
          <SubmitButton>Xác nhận</SubmitButton>
        </div>
      )}
      {has_passkey && (
        <PasskeyButton purpose="confirm" sends>
          Xác nhận bằng passkey
        </PasskeyButton>
      )}
    </StaffForm>
  )
}
