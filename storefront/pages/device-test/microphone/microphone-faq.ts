import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'

/** Questions of those who test a microphone, and what helps. */
export const microphone_faq: QuestionAndAnswer[] = [
  {
    question: 'Âm thanh tôi nói có bị gửi đi đâu không?',
    answer:
      'Không. Âm thanh được đo, ghi và phát lại trong trình duyệt của bạn; trang không gửi và không lưu. Bản ghi mất khi bạn đóng trang, micrô tự tắt khi bạn chuyển sang tab khác.',
  },
  {
    question: 'Thanh mức âm không động đậy thì làm gì?',
    answer:
      'Kiểm tra lần lượt: chọn đúng micrô trong danh sách; bật công tắc micrô trên tai nghe hoặc phím tắt trên laptop; tăng âm lượng đầu vào trong Cài đặt › Âm thanh; đóng ứng dụng đang chiếm micrô. Tai nghe một giắc tròn cắm vào máy bàn cần cổng hoặc đầu chia có micrô.',
  },
  {
    question: 'Mức bao nhiêu dB là tốt?',
    answer:
      'Nói giọng bình thường cách micrô một gang tay, mức nên ở khoảng −30 đến −12 dBFS. Thấp hơn −45 là quá nhỏ: tăng âm lượng đầu vào. Chạm 0 là bị vỡ tiếng (clipping): giảm âm lượng hoặc ngồi xa ra.',
  },
  {
    question: 'Im lặng mà phổ tần vẫn nhấp nhô là vì sao?',
    answer:
      'Đó là tiếng nền: quạt máy, điều hòa, điện lưới 50 Hz. Mức nền dưới −55 dBFS là ổn. Nếu nền cao đều ở mọi tần số, micrô hoặc dây có thể bị nhiễu: thử rút sạc, đổi cổng USB.',
  },
  {
    question: 'Vì sao tai nghe Bluetooth nghe lại bị ồm?',
    answer:
      'Khi mở micrô, nhiều tai nghe Bluetooth chuyển sang chế độ đàm thoại 8 đến 16 kHz nên cả tiếng nghe lẫn tiếng ghi đều kém đi. Đó không phải lỗi; hãy dùng micrô của máy hoặc tai nghe có dây khi cần tiếng hay.',
  },
  {
    question: 'Trang này có tắt lọc ồn của máy không?',
    answer:
      'Trang xin trình duyệt tắt lọc ồn, khử vọng và tự chỉnh âm lượng để bạn nghe đúng chất micrô. Một số điện thoại vẫn tự lọc trong phần cứng.',
  },
]
