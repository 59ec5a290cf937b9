/** Grey lines in place of text that is loading. Screen readers read that something is loading. */
export function SkeletonLines({ count }: { count: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Đang tải…</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton block h-10" />
      ))}
    </div>
  )
}
