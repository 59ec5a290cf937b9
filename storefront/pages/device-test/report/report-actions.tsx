import { useState } from 'react'
import type { DeviceTestReport } from '#contracts/storefront/device-test.ts'
import { saveReportPicture } from '#storefront/pages/device-test/report/report-picture.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

interface ReportActionsProps {
  report: DeviceTestReport
  shop_name: string
  url: string
}

/** Prints the report, saves it as a picture, copies its address. */
export function ReportActions({ report, shop_name, url }: ReportActionsProps) {
  const [text, setText] = useState('')
  const save = async () => {
    const is_saved = await saveReportPicture(report, shop_name)
    setText(is_saved ? 'Đã tải ảnh phiếu.' : 'Trình duyệt này không vẽ được ảnh. Hãy in phiếu.')
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setText('Đã chép liên kết của phiếu.')
    } catch {
      setText('Chưa chép được. Hãy chép địa chỉ trên thanh trình duyệt.')
    }
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 noscript:hidden print:hidden">
      <button
        type="button"
        onClick={() => print()}
        className={buttonClass('primary', 'min-h-12 max-sm:w-full')}
      >
        <Icon name="printer" className="size-5" />
        In phiếu
      </button>
      <button
        type="button"
        onClick={() => void save()}
        className={buttonClass('outline', 'min-h-12 max-sm:w-full')}
      >
        <Icon name="download" className="size-5" />
        Tải ảnh
      </button>
      <button
        type="button"
        onClick={() => void copy()}
        className={buttonClass('outline', 'min-h-12 max-sm:w-full')}
      >
        <Icon name="copy" className="size-5" />
        Chép liên kết
      </button>
      <p role="status" className="basis-full text-body text-success">
        {text}
      </p>
    </div>
  )
}
