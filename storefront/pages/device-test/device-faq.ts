import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'

/** Questions of those who check a device before they buy, sell or repair it. */
export const device_faq: QuestionAndAnswer[] = [
  {
    question: 'Mua laptop cũ nên kiểm tra gì trên trang này?',
    answer:
      'Theo thứ tự: màn hình toàn màu đen và trắng để tìm điểm chết, hở sáng; bàn phím đủ phím; loa từng bên; micrô ghi rồi nghe lại; camera; pin khi rút sạc. Cuối cùng lập phiếu và chụp mã QR để hai bên cùng giữ kết quả.',
  },
  {
    question: 'Điểm chết và điểm kẹt khác nhau thế nào?',
    answer:
      'Điểm chết luôn đen trên mọi màu; điểm kẹt luôn sáng một màu đỏ, lục hoặc lam. Điểm kẹt đôi khi hết sau khi đổi màu nhanh nhiều phút, điểm chết thì không. Hãy lau màn hình trước khi kết luận: hạt bụi trông rất giống.',
  },
  {
    question: 'Vì sao trình duyệt báo RAM hoặc dung lượng ít hơn máy thật?',
    answer:
      'Trình duyệt cố ý làm tròn để bảo vệ riêng tư: RAM chỉ báo nhiều nhất 8 GB (bản mới 32 GB), dung lượng là phần trang web được dùng chứ không phải cả ổ. Muốn xem số thật: Windows bấm Win + Pause, macOS mở Giới thiệu về máy Mac này.',
  },
  {
    question: 'Pin còn bao nhiêu phần trăm sức khỏe, trang có biết không?',
    answer:
      'Không. Trình duyệt chỉ cho biết mức pin hiện tại và trạng thái sạc; Safari và Firefox còn không cho biết cả hai. Độ chai pin xem ở Cài đặt › Pin trên iPhone, hoặc lệnh powercfg /batteryreport trên Windows.',
  },
  {
    question: 'Phiếu kiểm tra có giá trị gì?',
    answer:
      'Cửa hàng ký số vào phiếu nên không ai sửa được kết quả và ngày sau khi lập; phiếu có giá trị 30 ngày và gửi kèm được khi thu cũ đổi mới. Kết quả do bạn tự chấm, nên nhân viên vẫn kiểm tra lại máy khi nhận.',
  },
  {
    question: 'Hình và tiếng của tôi có bị gửi đi không?',
    answer:
      'Không. Camera và micrô chỉ mở khi bạn bấm, hiện ngay trong trình duyệt và tắt khi bạn rời trang. Khi lập phiếu, trang chỉ gửi tên máy, các mục đạt hay không đạt và ghi chú; cửa hàng không lưu lại.',
  },
]
