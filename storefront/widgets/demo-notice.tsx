/** Says that nothing here is for real: shown when the shop runs with demo data. */
export function DemoNotice() {
  return (
    <p className="bg-gold px-4 py-1.5 text-center text-[13px] leading-snug font-semibold text-ink">
      Cửa hàng dùng thử: sản phẩm, giá và tồn kho là dữ liệu mẫu, đơn hàng không được giao thật.
    </p>
  )
}
