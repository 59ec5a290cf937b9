import { mapPoints } from '#storefront/pages/repair-shops/map-points.ts'
import type { RepairShopRow } from '#storefront/pages/repair-shops/repair-shops-data.ts'

const size = { width: 400, height: 250, margin: 22 }
const radius = 11

/**
 * Where the shops of a province are to each other: numbered as in the list, north above. It is drawn here, so that no
 * map service learns who looks. The list says the same in words.
 */
export function ShopMap({ shops, place }: { shops: readonly RepairShopRow[]; place: string }) {
  const placed = shops.flatMap(({ id, latitude, longitude }, index) =>
    latitude === null || longitude === null ? [] : [{ id, number: index + 1, latitude, longitude }],
  )
  const points = mapPoints(placed, size)
  if (placed.length < 2) return null
  return (
    <figure className="sheet mt-4 p-3 md:p-4">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`Vị trí ${placed.length} cửa hàng sửa chữa tại ${place}`}
        className="mx-auto block w-full max-w-130 rounded-xl bg-mist"
      >
        {[1, 2, 3].map((turn) => (
          <path
            key={turn}
            d={`M0 ${turn * 62.5}H${size.width}M${turn * 100} 0V${size.height}`}
            className="stroke-line"
          />
        ))}
        <text
          x={size.width - 24}
          y="22"
          textAnchor="middle"
          fontSize={12}
          className="fill-muted font-bold"
        >
          B ↑
        </text>
        {points.map(({ x, y }, index) => (
          <g key={placed[index]?.id}>
            <circle cx={x} cy={y} r={radius} className="fill-accent stroke-white" strokeWidth="2" />
            <text
              x={x}
              y={y + 4}
              textAnchor="middle"
              fontSize={12}
              className="fill-white font-bold"
            >
              {placed[index]?.number}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 text-center text-sm text-muted">
        Sơ đồ vị trí, số trùng với danh sách bên dưới. Hướng bắc ở phía trên.
      </figcaption>
    </figure>
  )
}
