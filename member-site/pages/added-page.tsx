import { paths } from '#member-site/addresses/paths.ts'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { formatDateTime } from '#pure/vietnam-time.ts'

interface Added {
  kind: 'passkey' | 'identity' | 'email' | 'password'
  name: string
  added_at: string
}

const kinds: Record<Added['kind'], string> = {
  passkey: 'Passkey',
  identity: 'Liên kết Google hoặc Zalo',
  email: 'Email',
  password: 'Mật khẩu mới',
}

interface Props {
  added: readonly Added[]
  /** Whether this session has proven itself by something else. */
  may_keep: boolean
  next: string
}

/** What a code alone has added, with the two answers to it. */
export function AddedPage({ added, may_keep, next }: Props) {
  return (
    <section className="sheet grid gap-5">
      <p>
        Những mục dưới đây được thêm khi chỉ xác nhận bằng mã gửi đến điện thoại. Nếu bạn không
        thêm, có thể ai đó đã dùng SIM của bạn.
      </p>
      <ul className="grid gap-3">
        {added.map(({ kind, name, added_at }) => (
          <li key={`${kind} ${name} ${added_at}`} className="grid gap-1 rounded-2xl bg-mist p-4">
            <span className="font-semibold wrap-anywhere">
              {kinds[kind]}
              {name !== '' && `: ${name}`}
            </span>
            <span className="text-sm text-muted">Thêm {formatDateTime(new Date(added_at))}</span>
          </li>
        ))}
      </ul>
      <PlainForm
        action={paths.added}
        hidden={{ intent: 'remove', next }}
        submit="Không phải tôi: xóa hết, đăng xuất nơi khác"
      />
      {may_keep && (
        <PlainForm
          action={paths.added}
          hidden={{ intent: 'keep', next }}
          submit="Đúng là tôi đã thêm"
          look="outline"
        />
      )}
      <p>
        <a href={next} className="link">
          Để sau
        </a>
      </p>
    </section>
  )
}
