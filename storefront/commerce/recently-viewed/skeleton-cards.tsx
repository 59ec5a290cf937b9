/** Placeholder cards of the right size while products are loading. */
export function SkeletonCards({ count }: { count: number }) {
  return (
    <div role="status" className="flex gap-2.5 overflow-hidden py-1 md:gap-4">
      <span className="sr-only">Đang tải…</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden className="card slider-card">
          <span className="skeleton block aspect-square w-full" />
          <span className="mt-2.5 mb-1.5 block min-h-[2.75em] text-sm md:text-[15px]">
            <span className="skeleton block h-[1.1em]" />
            <span className="skeleton mt-1.5 block h-[1.1em] w-2/3" />
          </span>
          <span className="skeleton block h-[26px] w-1/2" />
          <span className="mt-1 block h-[19px]" />
          <span className="mt-1.5 block h-4" />
          <span className="mt-2 block h-6" />
        </div>
      ))}
    </div>
  )
}
