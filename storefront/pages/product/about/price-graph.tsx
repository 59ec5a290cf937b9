import {
  graph_height,
  graph_width,
  type PriceStory,
} from '#storefront/pages/product/about/price-story.ts'

/** "Nên mua hay đợi?": what follows from the prices of ninety days and the next known change, with graph and table. */
export function PriceGraph({ story }: { story: PriceStory }) {
  const { advice, graph, periods } = story
  return (
    <section aria-labelledby="gia-90-ngay" className="sheet p-4 md:p-5">
      <h2 id="gia-90-ngay" className="text-lg">
        Nên mua hay đợi?
      </h2>
      <p className="mt-2">
        <strong>{advice.title}.</strong> {advice.text}
      </p>
      <figure className="mt-3">
        <div className="flex gap-2 large-text:flex-col">
          <svg
            viewBox={`0 0 ${graph_width} ${graph_height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Giá từ ${graph.since}: cao nhất ${graph.highest}, thấp nhất ${graph.lowest}. Bảng giá ở bên dưới.`}
            className="h-24 min-w-0 flex-1 rounded-xl bg-mist fill-none stroke-2 text-accent"
          >
            <path d={graph.line} stroke="currentColor" vectorEffect="non-scaling-stroke" />
            {graph.later === null ? null : (
              <path
                d={graph.later}
                stroke="currentColor"
                strokeDasharray="4 4"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
          <p
            aria-hidden
            className="flex w-24 flex-col justify-between text-right text-note text-muted large-text:w-auto"
          >
            {graph.marks.map(({ label, price }) => (
              <span key={label} className="only:my-auto">
                {label} <b className="block text-ink">{price}</b>
              </span>
            ))}
          </p>
        </div>
        <figcaption className="mt-1 text-note text-muted">
          Giá thấp nhất mỗi ngày từ {graph.since} đến nay
          {graph.later === null ? '.' : '; nét đứt là mức giá tiếp theo đã biết.'}
        </figcaption>
      </figure>
      <details className="mt-2">
        <summary className="fold-link text-sm">Xem bảng giá</summary>
        <table className="spec-table mt-2">
          <caption className="sr-only">Giá thấp nhất mỗi ngày</caption>
          <tbody>
            {periods.map(({ days, price }) => (
              <tr key={days}>
                <th scope="row">{days}</th>
                <td>{price}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
