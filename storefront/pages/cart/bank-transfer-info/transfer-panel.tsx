import { Form, useNavigation } from 'react-router'
import type { TransferCode } from '#contracts/storefront/payment.ts'
import { formatDong } from '#pure/money.ts'
import { bankTransferUrl, payAgainUrl } from '#storefront/addresses/cart-links.ts'
import type { BankTransferData } from '#storefront/pages/cart/bank-transfer-info/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { OwnPhone } from '#storefront/pages/cart/bank-transfer-info/own-phone.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useSecondsLeft } from '#storefront/commerce/checkout/payment-watch.ts'
import { clockTime } from '#storefront/commerce/checkout/transfer-texts.ts'

/** Shows the QR code, the account as texts to copy, the time left, and the buttons. */
export function TransferPanel({ data: { code, apps, has_checked } }: { data: BankTransferData }) {
  const seconds = useSecondsLeft(code.seconds_left)
  const is_over = seconds === 0
  return (
    <div className="grid gap-4">
      <CodePicture code={code} is_over={is_over} />
      {!is_over && (
        <p className="text-center text-2xl font-extrabold large-text:text-lg text-sale">
          {formatDong(code.amount)}
        </p>
      )}
      <TimeLeft seconds={seconds} />
      {!is_over && <OwnPhone code={code} apps={apps} />}
      {!is_over && <Account code={code} />}
      <p role="status" className="text-center text-body text-balance empty:hidden">
        {has_checked &&
          'Cửa hàng chưa nhận được tiền. Ngân hàng thường báo trong một phút; trang này sẽ tự cập nhật.'}
      </p>
      <TransferActions code={code} is_over={is_over} />
    </div>
  )
}

function CodePicture({ code, is_over }: { code: TransferCode; is_over: boolean }) {
  return (
    <div className="relative mx-auto w-60 overflow-hidden rounded-2xl border border-line bg-white p-1">
      <img
        src={code.qr_code_url}
        alt={`Mã VietQR chuyển ${formatDong(code.amount)}, nội dung ${code.content}`}
        width={230}
        height={230}
        className={`size-full ${is_over ? 'opacity-5' : ''}`}
      />
      {is_over && (
        <p className="absolute inset-0 grid place-items-center px-6 text-center font-bold text-sale">
          Mã QR đã hết hạn
        </p>
      )}
    </div>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  if (seconds === 0) return null
  return (
    <>
      <p
        role="timer"
        className="flex items-center justify-center gap-2 font-semibold noscript:hidden"
      >
        <Icon name="clock" className="size-5 text-accent" />
        <span>
          Mã QR hết hạn sau <span className="tabular-nums">{clockTime(seconds)}</span>
        </span>
      </p>
      <p className="hidden text-center text-body noscript:block">
        Mã QR dùng được trong 5 phút. Tải lại trang để xem tiền đã đến chưa.
      </p>
    </>
  )
}

function Account({ code }: { code: TransferCode }) {
  const rows = [
    { name: 'Ngân hàng', text: code.bank.short_name, copied: code.bank.short_name },
    { name: 'Số tài khoản', text: code.account_number, copied: code.account_number },
    { name: 'Chủ tài khoản', text: code.account_name, copied: code.account_name },
    { name: 'Số tiền', text: formatDong(code.amount), copied: String(code.amount) },
    { name: 'Nội dung', text: code.content, copied: code.content },
  ]
  return (
    <dl className="grid gap-1 rounded-2xl bg-mist px-4 py-2 text-body">
      {rows.map(({ name, text, copied }) => (
        <div
          key={name}
          className="relative flex min-h-11 items-center gap-3 max-sm:flex-col max-sm:items-stretch max-sm:justify-center max-sm:gap-0"
        >
          <dt className="w-28 shrink-0 text-muted max-sm:text-note">{name}</dt>
          <dd className="flex min-w-0 items-center gap-1 font-semibold max-sm:pr-9 sm:flex-1 sm:justify-end sm:text-right">
            <span className="min-w-0 wrap-anywhere select-all">{text}</span>
            <CopyButton text={copied} name={name.toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TransferActions({ code, is_over }: { code: TransferCode; is_over: boolean }) {
  const navigation = useNavigation()
  const is_busy = navigation.state !== 'idle'
  const icon = is_busy ? 'loader-circle' : 'refresh-cw'
  return (
    <div className="grid gap-3">
      <Form
        method="post"
        action={bankTransferUrl(code.order_code)}
        preventScrollReset
        className="grid"
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="order_code" value={code.order_code} />
        <button
          type="submit"
          name="intent"
          value={is_over ? 'renew' : 'check'}
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12')}
        >
          {(is_over || is_busy) && (
            <Icon name={icon} className={`size-5 ${is_busy ? 'motion-safe:animate-spin' : ''}`} />
          )}
          {is_over ? 'Tạo mã mới' : 'Tôi đã thanh toán'}
        </button>
      </Form>
      {code.checkout_url && (
        <a
          href={code.checkout_url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('outline')}
        >
          Mở trang thanh toán payOS
        </a>
      )}
      {code.test_bank_url && !is_over && (
        <a
          href={code.test_bank_url}
          target="_blank"
          rel="noopener"
          className={buttonClass('outline')}
        >
          Mở ngân hàng thử
        </a>
      )}
      <a href={payAgainUrl(code.order_code)} className={buttonClass('outline')}>
        Đổi phương thức
      </a>
      <a
        href={bankTransferUrl(code.order_code, { cancel: 1 })}
        data-scroll="keep"
        data-history="replace"
        className={buttonClass('quiet')}
      >
        Hủy đơn hàng
      </a>
    </div>
  )
}
