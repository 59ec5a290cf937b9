import { Icon, type IconName } from '#web/ui/icons.tsx'

const promises: readonly { icon: IconName; text: string }[] = [
  { icon: 'clock', text: 'Phần lớn dịch vụ lấy ngay trong ngày' },
  { icon: 'store', text: 'Xem trực tiếp kỹ thuật viên làm máy' },
  { icon: 'shield-check', text: 'Linh kiện có bảo hành, ghi rõ trên phiếu' },
  { icon: 'receipt-text', text: 'Báo giá trước khi làm, không phát sinh' },
]

/** What is promised to everybody who brings a device. */
export function RepairPromises() {
  return (
    <ul className="grid gap-2.5 sm:grid-cols-2 lg:gap-3">
      {promises.map(({ icon, text }) => (
        <li key={text} className="commitment">
          <span className="commitment-icon">
            <Icon name={icon} className="size-5" />
          </span>
          <span className="leading-snug">{text}</span>
        </li>
      ))}
    </ul>
  )
}
