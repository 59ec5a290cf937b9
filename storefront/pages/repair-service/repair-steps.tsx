import { Photo } from '#storefront/commerce/pictures/photo.tsx'

const steps = [
  ['receive', 'Nhận máy', 'Ghi tình trạng máy, chụp ảnh và đưa bạn phiếu nhận.'],
  ['check', 'Kiểm tra', 'Kỹ thuật viên tìm đúng lỗi, trước mặt bạn.'],
  ['quote', 'Báo giá', 'Báo giá và thời gian. Bạn đồng ý thì mới làm.'],
  ['mend', 'Sửa chữa', 'Thay linh kiện đúng loại bạn chọn. Bạn xem trực tiếp.'],
  ['hand-over', 'Trả máy', 'Bạn thử máy, nhận linh kiện cũ và phiếu bảo hành.'],
] as const

/** The five steps of every repair, with drawings. */
export function RepairSteps() {
  return (
    <section aria-labelledby="cac-buoc" className="sheet p-4 md:p-6">
      <h2 id="cac-buoc" className="text-lg md:text-xl">
        Quy trình sửa chữa 5 bước
      </h2>
      <ol className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        {steps.map(([picture, title, text], index) => (
          <li key={picture} className="flex items-center gap-3 lg:flex-col lg:text-center">
            <Photo
              picture={{
                src: `/media/steps/repair-${picture}.webp`,
                alt: '',
                width: 480,
                height: 360,
              }}
              sizes="(max-width: 800px) 120px, 180px"
              className="aspect-4/3 w-28 shrink-0 lg:w-full"
            />
            <div>
              <h3 className="text-base tracking-normal">{`${index + 1}. ${title}`}</h3>
              <p className="mt-0.5 text-[15px] leading-snug text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
