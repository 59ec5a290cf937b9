const advice = [
  {
    title: 'Bấm đủ, bấm đều',
    text: 'Đi từng hàng từ trái sang phải, bấm cả góc phím dài như Space, Enter, Shift: phím dài hay liệt một đầu.',
  },
  {
    title: 'Phím hệ thống giữ',
    text: 'Fn, Win, Ctrl + Alt + Del, Alt + F4, Ctrl + W, Cmd + Q luôn thuộc về máy. Trên MacBook, hàng F1–F12 cần giữ thêm fn.',
  },
  {
    title: 'Phím liệt cả hàng',
    text: 'Nhiều phím cạnh nhau cùng mất thường do cáp bàn phím lỏng hoặc vào nước, không phải từng phím hỏng.',
  },
  {
    title: 'Mua máy cũ',
    text: 'Thử cả phím khi máy nóng và khi cắm sạc. Phím dính chỉ một lần cũng nên thử lại mười lần trước khi trả tiền.',
  },
] as const

/** What those who test a keyboard should know before they judge it. */
export function KeyHelp() {
  return (
    <section aria-labelledby="cach-thu" className="sheet mt-3 p-4 md:mt-4 md:p-6">
      <h2 id="cach-thu" className="text-lg md:text-xl">
        Cách kiểm tra bàn phím cho đúng
      </h2>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {advice.map(({ title, text }) => (
          <li key={title} className="text-body leading-relaxed">
            <h3 className="text-base tracking-normal">{title}</h3>
            <p className="mt-1 text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
