import { formatDong } from '#pure/money.ts'
import type { Query } from '#storefront/addresses/with-query.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CardAmount } from '#storefront/commerce/installment/card-amount.tsx'
import {
  bankOf,
  brandName,
  type CardChoice,
  cardQuery,
  type CardWish,
  wishOfChoice,
} from '#storefront/commerce/installment/card-wish.ts'
import type { CardOffers } from '#storefront/commerce/installment/load-card-choice.ts'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface CardChoiceProps {
  data: CardOffers
  /** The page with another choice. */
  urlOf: (query: Query) => string
  /** What goes on with the choice. */
  next: (choice: CardChoice) => React.ReactNode
}

/** Choosing bank, card, amount and months. Every choice is a link or a plain form, so it works without scripts. */
export function CardChoiceView({ data, urlOf, next }: CardChoiceProps) {
  const { banks, choice, total, wish } = data
  const bank = bankOf(banks, wish)
  const least = Math.min(...banks.map(({ min_amount }) => min_amount))
  if (bank === undefined || total < least) {
    return (
      <Notice kind="info">
        Thẻ tín dụng chỉ chia nhỏ đơn từ {formatDong(least)}. Hãy chọn công ty tài chính.
      </Notice>
    )
  }
  const now = choice === null ? { ...wish, bank_code: bank.bank_code } : wishOfChoice(choice)
  const urlWith = (changed: Partial<CardWish>) => urlOf(cardQuery({ ...now, ...changed }))
  const steps = bank.card_brands.length > 1 ? { amount: 3, months: 4 } : { amount: 2, months: 3 }
  return (
    <>
      <CheckoutSection title="THẺ TÍN DỤNG">
        <Choices label="Bước 1: Ngân hàng phát hành thẻ">
          {banks.map(({ bank_code, name }) => (
            <Chip
              key={bank_code}
              href={urlWith({ bank_code })}
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
                href={urlWith({ card_brand: brand })}
                is_current={brand === (choice?.card_brand ?? wish.card_brand)}
                keeps_scroll
              >
                {brandName(brand)}
              </Chip>
            ))}
          </Choices>
        )}
        {total > bank.min_amount && (
          <CardAmount
            label={`Bước ${steps.amount}: Số tiền trả góp qua thẻ`}
            href={urlWith({})}
            min={bank.min_amount}
            total={total}
            amount={now.card_amount}
          />
        )}
        {choice === null ? (
          <Notice kind="info">
            Thẻ {bank.name} chỉ trả góp từ {formatDong(bank.min_amount)}. Hãy tăng số tiền hoặc chọn
            ngân hàng khác.
          </Notice>
        ) : (
          <Choices label={`Bước ${steps.months}: Số tháng`}>
            {bank.loans.map(({ months }) => (
              <Chip
                key={months}
                href={urlWith({ months })}
                is_current={months === choice.loan.months}
                keeps_scroll
              >
                {months} tháng
              </Chip>
            ))}
          </Choices>
        )}
      </CheckoutSection>
      {choice && <Chosen choice={choice} next={next} />}
    </>
  )
}

function Chosen({ choice, next }: Pick<CardChoiceProps, 'next'> & { choice: CardChoice }) {
  const { bank, loan } = choice
  return (
    <CheckoutSection title={cardTitle(choice)}>
      <div>
        <LoanDetails loan={loan} is_card />
      </div>
      <p className="text-sm text-muted">
        Hạn mức còn lại của thẻ phải đủ {formatDong(loan.principal + loan.fees)}. Cửa hàng nhận tiền
        ngay; {bank.name} chia khoản này thành {loan.months} kỳ sao kê. Thẻ ghi nợ và thẻ ATM không
        trả góp được.
      </p>
      {next(choice)}
    </CheckoutSection>
  )
}

/** "TRẢ GÓP THẺ VISA VIETCOMBANK". */
export function cardTitle({ bank, card_brand }: CardChoice): string {
  return `TRẢ GÓP THẺ ${brandName(card_brand)} ${bank.name}`.toUpperCase()
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-sm font-semibold">{label}</p>
      <ChipRow label={label} wraps="always">
        {children}
      </ChipRow>
    </div>
  )
}
