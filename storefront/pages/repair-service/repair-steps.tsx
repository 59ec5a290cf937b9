import { DrawnSteps } from '#storefront/commerce/blocks/drawn-steps.tsx'

const steps = [
  ['repair-receive', 'Nhận máy', 'Ghi tình trạng máy, chụp ảnh và đưa bạn phiếu nhận.'],
  ['repair-check', 'Kiểm tra', 'Kỹ thuật viên tìm đúng lỗi, trước mặt bạn.'],
  ['repair-quote', 'Báo giá', 'Báo giá và thời gian. Bạn đồng ý thì mới làm.'],
  ['repair-mend', 'Sửa chữa', 'Thay linh kiện đúng loại bạn chọn. Bạn xem trực tiếp.'],
  ['repair-hand-over', 'Trả máy', 'Bạn thử máy, nhận linh kiện cũ và phiếu bảo hành.'],
] as const

/** The five steps of every repair. */
export function RepairSteps() {
  return <DrawnSteps title="Quy trình sửa chữa 5 bước" steps={steps} columns="lg:grid-cols-5" />
}
