import { confirmUrl, paths } from '#member-site/addresses/paths.ts'
import { Field } from '#member-site/pages/form.tsx'
import { PasskeyForm } from '#member-site/pages/passkey-form.tsx'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

interface Passkey {
  passkey_id: number
  name: string
  created_at: string
  used_at: string | null
  /** From when it signs in; null: it does. */
  counts_from: string | null
}

interface PasskeysProps {
  passkeys: readonly Passkey[]
  /** Whether the member has just shown who they are. */
  is_confirmed: boolean
  /** What the browser calls this device. */
  device: string
}

/** The passkeys of a member: name, remove, add. */
export function PasskeysPage({ passkeys, is_confirmed, device }: PasskeysProps) {
  return (
    <>
      <section className="sheet grid gap-4" aria-labelledby="own">
        <h2 id="own" className="text-lg">
          Passkey của bạn
        </h2>
        {passkeys.length === 0 ? (
          <p className="text-muted">
            Chưa có passkey. Với passkey, bạn đăng nhập bằng vân tay, khuôn mặt hoặc mã khóa màn
            hình: không cần mật khẩu, không chờ tin nhắn.
          </p>
        ) : (
          <ul className="grid gap-3">
            {passkeys.map((passkey) => (
              <PasskeyLine key={passkey.passkey_id} {...{ passkey, is_confirmed }} />
            ))}
          </ul>
        )}
      </section>
      <section className="sheet grid gap-4" aria-labelledby="add">
        <h2 id="add" className="text-lg">
          Thêm passkey
        </h2>
        {is_confirmed ? (
          <PasskeyForm
            action={paths.passkeys}
            purpose="add"
            submit="Thêm passkey"
            hidden={{ intent: 'add' }}
          >
            <Field
              label="Tên, để dễ nhận ra"
              name="name"
              defaultValue={device}
              autoComplete="off"
              required
              maxLength={60}
            />
          </PasskeyForm>
        ) : (
          <>
            <p className="text-muted">
              Trước khi thêm hoặc xóa passkey, hãy xác nhận đây đúng là bạn.
            </p>
            <a href={confirmUrl(paths.passkeys)} className={buttonClass('primary', 'w-full')}>
              Xác nhận là tôi
            </a>
          </>
        )}
      </section>
      <p className="text-center">
        <a href={paths.account} className="link">
          Tài khoản và bảo mật
        </a>
      </p>
    </>
  )
}

function PasskeyLine({ passkey, is_confirmed }: { passkey: Passkey; is_confirmed: boolean }) {
  const { passkey_id, name, created_at, used_at, counts_from } = passkey
  const used =
    used_at === null ? 'chưa dùng lần nào' : `dùng lần cuối ${formatDate(new Date(used_at))}`
  return (
    <li className="grid gap-3 rounded-2xl bg-mist p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="grid min-w-0">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            Thêm {formatDate(new Date(created_at))} ·{' '}
            {counts_from === null
              ? used
              : `dùng để đăng nhập được từ ${formatDateTime(new Date(counts_from))}`}
          </span>
        </span>
        {is_confirmed && (
          <form method="post" action={paths.passkeys}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="passkey_id" value={passkey_id} />
            <button
              type="submit"
              aria-label={`Xóa ${name}`}
              className={buttonClass('outline', 'px-4 py-2')}
            >
              Xóa
            </button>
          </form>
        )}
      </div>
      <details>
        <summary className="link w-fit text-sm">Đổi tên</summary>
        <form method="post" action={paths.passkeys} className="mt-3 flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="passkey_id" value={passkey_id} />
          <div className="min-w-0 flex-1 basis-48">
            <Field
              label="Tên mới"
              name="name"
              defaultValue={name}
              autoComplete="off"
              required
              maxLength={60}
            />
          </div>
          <button type="submit" className={buttonClass('outline')}>
            Lưu tên
          </button>
        </form>
      </details>
    </li>
  )
}
