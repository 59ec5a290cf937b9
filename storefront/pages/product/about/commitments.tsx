import { Icon, type IconName } from '#web/ui/icons.tsx'

/** "Cam kết sản phẩm": the promises to every buyer of the product. */
export function Commitments({ warranty_months }: { warranty_months: number }) {
  const promises: { icon: IconName; text: string }[] = [
    { icon: 'package-check', text: 'Mới 100%, nguyên hộp, chính hãng' },
    { icon: 'refresh-cw', text: '1 đổi 1 trong 30 ngày nếu lỗi nhà sản xuất' },
    ...(warranty_months > 0
      ? [
          {
            icon: 'shield-check' as const,
            text: `Bảo hành ${warranty_months} tháng tại trung tâm bảo hành của hãng`,
          },
        ]
      : []),
    { icon: 'receipt-text', text: 'Giá đã bao gồm thuế VAT, xuất hóa đơn đầy đủ' },
  ]
  return (
    <section aria-labelledby="cam-ket" className="sheet p-4 md:p-5">
      <h2 id="cam-ket" className="text-lg">
        Cam kết sản phẩm
      </h2>
      <ul className="mt-3 grid gap-2.5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2 lg:gap-3">
        {promises.map(({ icon, text }) => (
          <li key={text} className="commitment">
            <span className="commitment-icon">
              <Icon name={icon} className="size-5" />
            </span>
            <span className="leading-snug">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
