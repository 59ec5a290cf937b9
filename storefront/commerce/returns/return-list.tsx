import type { ShopperReturn } from '#contracts/storefront/returns.ts'
import { formatDong } from '#pure/money.ts'
import { returnStateText } from '#storefront/commerce/returns/return-texts.ts'

type Listed = Parameters<typeof returnStateText>[0] &
  Pick<ShopperReturn, 'code' | 'item' | 'quantity'>

interface ReturnListProps {
  returns: readonly Listed[]
  hrefOf: (code: string) => string
}

/** The returns of an order: the code that leads to each, its state, its goods and what comes back. */
export function ReturnList({ returns, hrefOf }: ReturnListProps) {
  return (
    <ul className="grid gap-3 text-body">
      {returns.map((request) => (
        <li key={request.code}>
          <p className="font-semibold wrap-anywhere">
            <a href={hrefOf(request.code)} className="text-accent underline">
              Phiếu {request.code}
            </a>
            {' · '}
            {returnStateText(request).title}
          </p>
          <p className="text-sm text-muted">
            {request.quantity > 1 && `${request.quantity} × `}
            {request.item}
          </p>
          {request.amount !== null && request.amount > 0 && (
            <p className="text-sm">
              Số tiền hoàn: <span className="font-semibold">{formatDong(request.amount)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
