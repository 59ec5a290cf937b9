import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { Icon } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

const lines = [
  { icon: 'badge-check', text: 'Hàng chính hãng, xuất hóa đơn VAT', delay: '' },
  {
    icon: 'truck',
    text: 'Giao nhanh từ 2 giờ hoặc nhận tại cửa hàng',
    delay: '[--line-delay:5s]',
  },
  {
    icon: 'refresh-cw',
    text: '1 đổi 1 trong 30 ngày nếu lỗi nhà sản xuất',
    delay: '[--line-delay:10s]',
  },
] as const

/**
 * The promises of the shop in rotating lines, with links to the shops and to the hotline. The lines pause
 * under a pointer and by the button, which needs no script. They do not move if the reader prefers reduced
 * motion.
 */
export function TopStrip({ hotline }: { hotline: string }) {
  return (
    <aside
      aria-label="Cam kết và tổng đài"
      className="on-dark hidden bg-night text-note text-white sm:block"
    >
      <div className="top-strip-row">
        <div className="group flex flex-1 items-center gap-2">
          <PauseBox />
          <ul className="grid flex-1 items-center">
            {lines.map(({ icon, text, delay }) => (
              <li key={text} className={`rotating-line ${delay}`}>
                <Icon name={icon} className="size-4 text-bright" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <a
          href={frame_paths.lookup}
          className="flex items-center gap-2 hover:underline max-md:hidden"
        >
          <Icon name="clipboard-list" className="size-3.5 text-bright" />
          Tra cứu đơn hàng
        </a>
        <a href={frame_paths.shops} className="flex items-center gap-2 hover:underline">
          <Icon name="store" className="size-3.5 text-bright" />
          Cửa hàng gần bạn
        </a>
        <a
          href={telLink(hotline)}
          className="flex items-center gap-2 font-semibold hover:underline"
        >
          <Icon name="phone" className="size-3.5 text-bright" />
          <span className="sr-only">Gọi tổng đài </span>
          {hotline}
        </a>
      </div>
    </aside>
  )
}

function PauseBox() {
  return (
    <label className="strip-pause">
      <input type="checkbox" className="peer sr-only" />
      <span className="sr-only">Dừng các dòng chữ chạy</span>
      <Icon name="pause" className="size-3 peer-checked:hidden" />
      <Icon name="play" className="hidden size-3 peer-checked:block" />
    </label>
  )
}
