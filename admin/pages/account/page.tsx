import { addresses } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { secondStepText } from '#admin/auth/auth-texts.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import { Passkeys } from '#admin/pages/account/passkeys.tsx'
import type { AccountData } from '#admin/pages/account/page.server.ts'
import type { FailedLogins, StaffSession } from '#contracts/staff/account.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Tài khoản của tôi'

/** The own account: who I am, where I am signed in, who has tried my password, passkeys, and a new password. */
export function Page({ data }: { data: AccountData }) {
  const { failed_logins, sessions, has_password } = data
  return (
    <>
      {failed_logins.length > 0 && <FailedNotice failed={failed_logins} />}
      <section className="sheet">
        <FactList
          facts={[
            ['Họ tên', data.name],
            ['Tên đăng nhập', data.login_name],
            ['Vai trò', data.roles.join(', ') || '–'],
            ['Cửa hàng', data.shops.join(', ') || '–'],
            ['Xác thực hai bước', secondStepText(data.second_steps)],
          ]}
        />
      </section>
      <ThemeChoice theme={data.theme} />
      <h2 className="mt-2 text-lg">Đang đăng nhập ở</h2>
      <DataTable
        label="Các phiên đang mở"
        empty="Không có phiên nào."
        columns={columns}
        rows={sessions}
        keyOf={({ staff_session_id }) => staff_session_id}
      />
      <StaffForm
        action={addresses.account.path}
        hidden={{ intent: 'end', staff_session_id: 'all' }}
        reloadDocument
      >
        <SubmitButton>Đăng xuất mọi thiết bị</SubmitButton>
      </StaffForm>
      {has_password && <Passkeys passkeys={data.passkeys} second_steps={data.second_steps} />}
      {has_password && <NewPassword />}
    </>
  )
}

const theme_titles: Record<AccountData['theme'], string> = {
  system: 'Theo thiết bị',
  light: 'Sáng',
  dark: 'Tối',
}

/** The look of this browser. The form loads a new document: its root element carries the look. */
function ThemeChoice({ theme }: { theme: AccountData['theme'] }) {
  return (
    <form
      method="post"
      action={auth_paths.theme}
      className="sheet flex flex-wrap items-center gap-2"
    >
      <h2 className="mr-2 text-base">Giao diện</h2>
      {Object.entries(theme_titles).map(([value, text]) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          aria-pressed={theme === value}
          className="tool aria-pressed:border-accent aria-pressed:text-accent"
        >
          {text}
        </button>
      ))}
    </form>
  )
}

function FailedNotice({ failed }: { failed: readonly FailedLogins[] }) {
  return (
    <section role="status" className="sheet grid gap-2 border-sale/30 bg-sale-soft">
      <p className="font-bold text-sale">Có người đã đăng nhập sai bằng tên của bạn</p>
      <ul className="grid gap-1">
        {failed.map(({ address, times, last_at }) => (
          <li key={address}>
            {`${times} lần sai từ ${address}, lần cuối ${formatDateTime(new Date(last_at))}`}
          </li>
        ))}
      </ul>
      <p>Nếu không phải bạn, hãy đổi mật khẩu và báo người quản lý.</p>
    </section>
  )
}

const columns: Column<StaffSession>[] = [
  { title: 'Thiết bị', look: 'text', cell: ({ device }) => device || 'Không rõ' },
  { title: 'Địa chỉ IP', cell: ({ address }) => address },
  { title: 'Đăng nhập lúc', cell: ({ created_at }) => formatDateTime(new Date(created_at)) },
  { title: 'Dùng lần cuối', cell: ({ seen_at }) => formatDateTime(new Date(seen_at)) },
  {
    title: 'Đăng xuất',
    cell: ({ staff_session_id }) => (
      <StaffForm
        action={addresses.account.path}
        hidden={{ intent: 'end', staff_session_id }}
        reloadDocument
      >
        <SubmitButton>Đăng xuất</SubmitButton>
      </StaffForm>
    ),
  },
]

function NewPassword() {
  return (
    <>
      <h2 className="mt-2 text-lg">Đổi mật khẩu</h2>
      <section className="sheet">
        <StaffForm
          action={addresses.account.path}
          hidden={{ intent: 'password' }}
          reloadDocument
          className="grid max-w-md gap-4"
        >
          <TextField
            label="Mật khẩu hiện tại"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={200}
          />
          <TextField
            label="Mật khẩu mới (từ 12 ký tự)"
            name="new_password"
            type="password"
            autoComplete="new-password"
            maxLength={200}
          />
          <p className="text-muted">Sau khi đổi, bạn đăng nhập lại ở mọi thiết bị.</p>
          <div>
            <SubmitButton look="primary">Đổi mật khẩu</SubmitButton>
          </div>
        </StaffForm>
      </section>
    </>
  )
}
