import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import { confirmUrl, paths, withNext } from '#member-site/addresses/paths.ts'
import { Captcha, CodeField, PhoneField } from '#member-site/pages/form.tsx'
import { PlainForm } from '#web/ui/plain-form.tsx'
import { code_words } from '#member-site/pages/code-words.ts'
import type { CodeWay } from '#member-site/runtime/asked-code.ts'
import {
  provider_names,
  ProviderButtons,
  type Ways,
} from '#member-site/pages/identities/provider-buttons.tsx'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

interface Pending {
  provider: IdentityProvider
  shown: string
  next: string
}

interface PhoneProps {
  pending: Pending
  phone: string
  captcha?: TooManyRequests['captcha']
}

/** Asks whoever comes from a provider for the first time for their phone. */
export function IdentityPhoneForm({ pending, phone, captcha }: PhoneProps) {
  const { provider, shown, next } = pending
  return (
    <section className="sheet grid gap-5">
      <p>
        Bạn đang dùng {provider_names[provider]}
        {shown !== '' && (
          <>
            : <strong className="wrap-anywhere">{shown}</strong>
          </>
        )}
        .
      </p>
      <p className="text-muted">
        Lần đầu, hãy xác minh số điện thoại. Đã có tài khoản Smember? Nhập số của tài khoản đó để
        liên kết.
      </p>
      <PlainForm action={paths.identity_phone} submit="Nhận mã">
        <PhoneField phone={phone} />
        {captcha && <Captcha captcha={captcha} />}
      </PlainForm>
      <p>
        <a href={withNext(paths.sign_in, next)} className="link">
          Đăng nhập cách khác
        </a>
      </p>
    </section>
  )
}

interface CodeProps {
  phone: string
  wait_s: number
  by: CodeWay
}

/** The code that proves the phone. */
export function IdentityCodeForm({ phone, wait_s, by }: CodeProps) {
  return (
    <section className="sheet grid gap-5">
      <p>
        Mã đã được gửi đến số <strong>{phone}</strong>
        {by === 'sms' && ' bằng tin nhắn SMS'}.{by === 'zalo' && code_words.zalo} Mã dùng được trong
        5 phút.
      </p>
      <PlainForm action={paths.identity_code} submit="Liên kết và đăng nhập">
        <CodeField />
      </PlainForm>
      <PlainForm
        action={paths.identity_phone}
        hidden={{ phone }}
        submit="Gửi lại mã"
        look="outline"
      />
      <p className="text-sm text-muted">
        Chưa nhận được? Chờ {wait_s} giây rồi bấm “Gửi lại mã”, hoặc{' '}
        <a href={paths.identity_phone} className="link">
          nhập số khác
        </a>
        . Không đưa mã cho bất kỳ ai, kể cả nhân viên cửa hàng.
      </p>
    </section>
  )
}

interface Linked {
  identity_id: number
  provider: IdentityProvider
  shown: string
  created_at: string
  used_at: string | null
  counts_from: string | null
}

interface IdentitiesProps extends Ways {
  identities: readonly Linked[]
  is_confirmed: boolean
}

/** The accounts at Google and Zalo that sign the member in. */
export function IdentitiesPage({ identities, ways, is_confirmed }: IdentitiesProps) {
  return (
    <>
      <section className="sheet grid gap-4" aria-labelledby="linked">
        <h2 id="linked" className="text-lg">
          Đang liên kết
        </h2>
        {identities.length === 0 && <p className="text-muted">Chưa có liên kết nào.</p>}
        <ul className="grid gap-3">
          {identities.map((linked) => (
            <IdentityLine key={linked.identity_id} {...{ linked, is_confirmed }} />
          ))}
        </ul>
      </section>
      {is_confirmed && ways.length > 0 && (
        <section className="sheet grid gap-4" aria-labelledby="add">
          <h2 id="add" className="text-lg">
            Thêm liên kết
          </h2>
          <ProviderButtons ways={ways} next={paths.identities} is_link />
        </section>
      )}
      {!is_confirmed && (
        <section className="sheet grid gap-4">
          <p className="text-muted">Để thêm hoặc hủy liên kết, hãy xác nhận đây đúng là bạn.</p>
          <a href={confirmUrl(paths.identities)} className={buttonClass('outline', 'w-full')}>
            Xác nhận là tôi
          </a>
        </section>
      )}
      <p>
        <a href={paths.account} className="link">
          Về tài khoản
        </a>
      </p>
    </>
  )
}

function IdentityLine({ linked, is_confirmed }: { linked: Linked; is_confirmed: boolean }) {
  const { identity_id, provider, shown, created_at, used_at, counts_from } = linked
  const used = used_at === null ? 'chưa dùng' : `dùng gần nhất ${formatDate(new Date(used_at))}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-mist p-4">
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">
          {provider_names[provider]}
          {shown !== '' && ` · ${shown}`}
        </span>
        <span className="text-sm text-muted">
          {counts_from === null
            ? `Thêm ${formatDate(new Date(created_at))}, ${used}`
            : `Đăng nhập được từ ${formatDateTime(new Date(counts_from))}`}
        </span>
      </span>
      {is_confirmed && (
        <form method="post" action={paths.identities}>
          <input type="hidden" name="identity_id" value={identity_id} />
          <button type="submit" className={buttonClass('outline', 'px-4 py-2')}>
            Hủy liên kết
            <span className="sr-only">
              {' '}
              {provider_names[provider]} {shown}
            </span>
          </button>
        </form>
      )}
    </li>
  )
}
