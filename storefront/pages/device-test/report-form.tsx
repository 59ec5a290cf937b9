import { device_name_length } from '#pure/formats/device-tests.ts'
import { buttonClass } from '#web/ui/button.ts'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** The end of the form: the name of the device, and what happens to what is sent. */
export function ReportForm() {
  return (
    <section
      aria-labelledby="lap-phieu"
      className="sheet mt-3 grid items-start gap-4 p-4 md:mt-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-8 md:p-6"
    >
      <div>
        <h2 id="lap-phieu" className="text-lg md:text-xl">
          Lập phiếu kiểm tra
        </h2>
        <p className="mt-1.5 text-body leading-relaxed text-pretty text-muted">
          Phiếu ghi các mục bạn đã chấm, có chữ ký số của cửa hàng và mã QR, in hoặc tải thành ảnh
          được, có giá trị 30 ngày. Chỉ tên máy, kết quả và ghi chú được gửi đi; cửa hàng không lưu
          lại.
        </p>
      </div>
      <div className="grid gap-3">
        <input type="hidden" name="intent" value="sign" />
        <TextField
          name="device_name"
          label="Tên máy"
          placeholder="Ví dụ: Dell XPS 13 9340"
          maxLength={device_name_length}
          autoComplete="off"
          required
        />
        <button type="submit" className={buttonClass('primary', 'min-h-12')}>
          <Icon name="clipboard-list" className="size-5" />
          Lập phiếu
        </button>
      </div>
    </section>
  )
}
