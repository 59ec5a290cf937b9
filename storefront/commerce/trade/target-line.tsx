import type { TradeTarget } from '#storefront/commerce/trade/trade-target.ts'
import { formatDong } from '#pure/money.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** The new device that the old one is given for, and a link to choose none. */
export function TargetLine({ target, without }: { target: TradeTarget; without: string }) {
  const { name, thumbnail, price } = target
  return (
    <div className="flex items-center gap-3 rounded-2xl bg-cream p-3 large-text:flex-wrap">
      {thumbnail && (
        <Photo
          picture={thumbnail}
          alt=""
          sizes="56px"
          className="size-14 shrink-0 object-contain"
        />
      )}
      <p className="min-w-0 flex-1 text-body large-text:order-1 large-text:basis-full">
        <span className="text-muted">Lên đời </span>
        <span className="font-semibold">{name}</span>
        {price !== null && <span className="block text-sm">{formatDong(price)}</span>}
      </p>
      <a href={without} className="finger px-2 font-semibold text-accent hover:underline">
        Bỏ<span className="sr-only"> máy lên đời</span>
      </a>
    </div>
  )
}
