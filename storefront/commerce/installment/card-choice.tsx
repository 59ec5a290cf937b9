import { formatDong } from '#pure/money.ts'
import { loanChoiceUrl } from '#storefront/addresses/loan.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import {
  brandName,
  type CardChoice,
  cardQuery,
  type CardWish,
  wishOfChoice,
} from '#storefront/commerce/installment/card-wish.ts'
import type { CardChoiceData } from '#storefront/commerce/installment/load-card-choice.ts'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Choosing bank, card and months. Every choice is a link, so it works without scripts. */
export function CardChoiceView({ data: { banks, choice } }: { data: CardChoiceData }) {
  if (choice === null) {
    return (
      <Notice kind="info">
        Thẻ tín dụng chỉ chia nhỏ đơn từ{' '}
        {formatDong(Math.min(...banks.map(({ min_amount }) => min_amount)))}. Hãy chọn công ty tài
        chính.
      </Notice>
    )
  }
  const { bank, card_brand, loan } = choice
  const wish = wishOfChoice(choice)
  const urlOf = (changed: Partial<CardWish>) => loanChoiceUrl(1, cardQuery({ ...wish, ...changed }))
  return (
    <>
      <CheckoutSection title="THẺ TÍN DỤNG">
        <Choices label="Bước 1: Ngân hàng phát hành thẻ" wraps="always">
          {banks.map(({ bank_code, name }) => (
            <Chip
              key={bank_code}
              href={urlOf({ bank_code })}
              is_current={bank_code === bank.bank_code}
              keeps_scroll
            >
              {name}
            </Chip>
          ))}
        </Choices>
        {bank.card_brands.length > 1 && (
          <Choices label="Bước 2: Loại thẻ">
            {bank.card_brands.map((brand) => (
              <Chip
                key={brand}
                href={urlOf({ card_brand: brand })}
                is_current={brand === card_brand}
                keeps_scroll
              >
                {brandName(brand)}
              </Chip>
            ))}
          </Choices>
        )}
        <Choices label={`Bước ${bank.card_brands.length > 1 ? 3 : 2}: Số tháng`}>
          {bank.loans.map(({ months }) => (
            <Chip
              key={months}
              href={urlOf({ months })}
              is_current={months === loan.months}
              keeps_scroll
            >
              {months} tháng
            </Chip>
          ))}
        </Choices>
      </CheckoutSection>
      <CheckoutSection title={cardTitle(choice)}>
        <div>
          <LoanDetails loan={loan} more={[['Phí chuyển đổi', formatDong(loan.fees)]]} />
        </div>
        <p className="text-sm text-muted">
          Hạn mức còn lại của thẻ phải đủ {formatDong(loan.price + loan.fees)}. Cửa hàng nhận tiền
          ngay; {bank.name} chia khoản này thành {loan.months} kỳ sao kê. Thẻ ghi nợ và thẻ ATM
          không trả góp được.
        </p>
        <a
          href={withQuery(cart_addresses.paymentInfo.path, cardQuery(wish))}
          className={buttonClass('primary', 'min-h-12 w-full sm:w-auto sm:justify-self-end')}
        >
          Tiếp tục
        </a>
      </CheckoutSection>
    </>
  )
}

/** "TRẢ GÓP THẺ VISA VIETCOMBANK". */
export function cardTitle({ bank, card_brand }: CardChoice): string {
  return `TRẢ GÓP THẺ ${brandName(card_brand)} ${bank.name}`.toUpperCase()
}

function Choices({
  label,
  wraps = true,
  children,
}: {
  label: string
  wraps?: true | 'always'
  children: React.ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-sm font-semibold">{label}</p>
      <ChipRow label={label} wraps={wraps}>
        {children}
      </ChipRow>
    </div>
  )
}
