/** Tells the reader that the shop runs with demo data and delivers nothing. */
export function DemoNotice() {
  return (
    <aside
      aria-label="Lưu ý"
      className="bg-gold px-4 py-1.5 text-center text-xs leading-snug sm:text-note font-semibold text-ink"
    >
      Cửa hàng dùng thử, không giao hàng thật.
    </aside>
  )
}
