import { code128 } from '#admin/pages/parcels/code-128.ts'

/** A text as a barcode (Code 128) with the text below. Letters that it cannot encode are only printed. */
export function Barcode({ text }: { text: string }) {
  const barcode = code128(text)
  return (
    <figure className="mt-2">
      {barcode !== null && (
        <svg
          viewBox={`0 0 ${barcode.width} 40`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          role="img"
          aria-label={`Mã vạch ${text}`}
          className="block h-[14mm] w-full"
        >
          <path
            d={barcode.bars.map(({ at, width }) => `M${at} 0h${width}v40h-${width}z`).join('')}
          />
        </svg>
      )}
      <figcaption className="text-center font-bold tracking-wider tabular-nums wrap-anywhere">
        {text}
      </figcaption>
    </figure>
  )
}
