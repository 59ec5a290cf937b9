import type { BankOffer } from '#contracts/storefront/installment.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { CardAmount } from '#storefront/commerce/installment/card-amount.tsx'
import { brandName, cardQuery } from '#storefront/commerce/installment/card-wish.ts'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import type { LoanWish } from '#storefront/pages/installment/installment-data.ts'
import { problemText } from '#storefront/commerce/installment/loan-texts.ts'

interface CardLoansProps {
  banks: readonly BankOffer[]
  /** The item of the buttons; null: it cannot be bought. */
  item_id: number | null
  /** What is split. */
  price: number
  wish: LoanWish
  /** The address with another wish. */
  urlOf: (changed: Partial<LoanWish>) => string
}

/** The months that a bank splits the price into. */
export function CardLoans({ banks, item_id, price, wish, urlOf }: CardLoansProps) {
  const chosen = banks.find(({ bank_code }) => bank_code === wish.bank_code) ?? banks[0]
  const brands = chosen?.card_brands ?? []
  const brand = brands.find((one) => one === wish.card_brand) ?? brands[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sheet p-4">
        <p className="mb-2 text-sm font-semibold">Ngân hàng phát hành thẻ</p>
        <ChipRow label="Ngân hàng phát hành thẻ" wraps="always">
          {banks.map(({ bank_code, name }) => (
            <Chip
              key={bank_code}
              href={urlOf({ bank_code })}
              is_current={bank_code === chosen?.bank_code}
              keeps_scroll
            >
              {name}
            </Chip>
          ))}
        </ChipRow>
        {chosen && brands.length > 1 ? (
          <div className="mt-2">
            <p className="mb-2 text-sm font-semibold">Loại thẻ</p>
            <ChipRow label="Loại thẻ" wraps>
              {brands.map((card_brand) => (
                <Chip
                  key={card_brand}
                  href={urlOf({ bank_code: chosen.bank_code, card_brand })}
                  is_current={card_brand === brand}
                  keeps_scroll
                >
                  {brandName(card_brand)}
                </Chip>
              ))}
            </ChipRow>
          </div>
        ) : null}
        {chosen && price > chosen.min_amount ? (
          <div className="mt-3">
            <CardAmount
              label="Số tiền trả góp qua thẻ"
              href={urlOf({ bank_code: chosen.bank_code })}
              min={chosen.min_amount}
              total={price}
              amount={wish.card_amount}
            />
          </div>
        ) : null}
        {chosen ? (
          <p className="mt-2 text-sm text-muted">
            Hạn mức còn lại của thẻ {chosen.name} phải đủ số tiền trả góp và phí. Thẻ ghi nợ và thẻ
            ATM không trả góp được.
          </p>
        ) : null}
      </div>
      {chosen?.problem ? (
        <p className="sheet p-4 text-muted">
          {problemText(chosen.problem, {
            min_price: chosen.min_amount,
            ...{ max_price: 0, prepaid_percents: [], months: [] },
          })}
        </p>
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 lg:grid-cols-4">
        {(chosen?.loans ?? []).map((loan) => (
          <li key={loan.months} className="sheet p-4">
            <h2 className="text-base">{loan.months} tháng</h2>
            <LoanDetails loan={loan} is_card />
            {chosen && brand !== undefined && item_id !== null ? (
              <ChooseForm bank={chosen} {...{ brand, loan, item_id }} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** "CHỌN": puts the product into the cart of what is bought in parts, and goes on with this card. */
function ChooseForm({
  bank: { bank_code, name },
  brand,
  loan: { months, prepaid, principal },
  item_id,
}: {
  bank: BankOffer
  brand: string
  loan: BankOffer['loans'][number]
  item_id: number
}) {
  const fields = {
    ...{ intent: 'add', item_id, item_type: 4, item_quantity: 1, installment_type: 1 },
    ...cardQuery({
      ...{ bank_code, card_brand: brand, months },
      card_amount: prepaid > 0 ? principal : null,
    }),
  }
  return (
    <form method="post" action={cart_addresses.cart.path} className="mt-3">
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value ?? ''} />
      ))}
      <button type="submit" className={buttonClass('primary', 'min-h-12 w-full')}>
        CHỌN
        <span className="sr-only">{` ${months} tháng qua thẻ ${brandName(brand)} ${name}`}</span>
      </button>
    </form>
  )
}
