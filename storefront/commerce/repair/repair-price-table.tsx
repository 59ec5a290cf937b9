import type { RepairCard } from '#contracts/storefront/repair.ts'
import { formatDong } from '#pure/money.ts'

interface RepairPriceTableProps {
  id: string
  title: string
  /** The heading of the first column: "Dịch vụ" or "Dòng máy". */
  first: string
  cards: readonly RepairCard[]
  nameOf: (card: RepairCard) => string
  /** The page that shows the table: its row has no link. */
  current_path?: string
}

/** "Bảng giá": repairs with the lowest price of each and the time it takes. */
export function RepairPriceTable(props: RepairPriceTableProps) {
  const { id, title, first, cards, nameOf, current_path } = props
  return (
    <section aria-labelledby={id} className="sheet flex flex-col p-4 md:p-6">
      <h2 id={id} className="text-lg md:text-xl">
        {title}
      </h2>
      <table className="price-table">
        <thead>
          <tr className="border-b border-line text-left text-sm text-muted">
            <th scope="col" className="py-2 pr-3 font-semibold">
              {first}
            </th>
            <th scope="col" className="py-2 pr-3 font-semibold max-sm:hidden">
              Thời gian
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Giá từ
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={card.path}>
              <td>
                {card.path === current_path ? (
                  <b>{nameOf(card)}</b>
                ) : (
                  <a href={card.path} className="finger hover:text-accent hover:underline">
                    {nameOf(card)}
                  </a>
                )}
              </td>
              <td className="pr-3 whitespace-nowrap text-muted max-sm:hidden">
                {`${card.minutes} phút`}
              </td>
              <td>{formatDong(card.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        Giá đã gồm linh kiện, tiền công và thuế VAT. Thợ báo giá trước khi làm; bạn không đồng ý thì
        nhận lại máy, không mất phí kiểm tra.
      </p>
    </section>
  )
}
