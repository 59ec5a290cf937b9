import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'

/** Questions of those who test a keyboard, and what helps. */
export const keyboard_faq: QuestionAndAnswer[] = [
  {
    question: 'Bấm mà phím không sáng thì phím đã hỏng chưa?',
    answer:
      'Chưa chắc. Hãy bấm “Bắt đầu kiểm tra” để phím không bị trình duyệt giữ, thử lại vài lần ở các góc của phím, rồi khởi động lại máy. Nếu vẫn không sáng, cắm một bàn phím rời: bàn phím rời nhận mà bàn phím máy không nhận thì phím hoặc cáp bàn phím đã lỗi.',
  },
  {
    question: 'Vì sao phím Win, Fn, PrtSc hoặc Alt + Tab không hiện?',
    answer:
      'Những phím này do hệ điều hành giữ. Phím Fn nằm trong mạch bàn phím nên không trình duyệt nào nghe được; phím Win mở menu Start; PrtSc chỉ báo khi nhả phím; Ctrl + Alt + Del, Alt + F4, Ctrl + W và Cmd + Q luôn thuộc về máy. Không sáng ở đây không có nghĩa là hỏng.',
  },
  {
    question: 'Bấm một phím lại ra hai chữ là lỗi gì?',
    answer:
      'Tiếp điểm của phím bị nảy (chatter): tay bấm một lần nhưng mạch đóng hai lần trong chưa đến 50 ms. Trang này đếm và tô vàng phím đó. Hãy thổi bụi, vệ sinh chân phím; phím cơ có thể thay switch, bàn phím laptop thường phải thay cả cụm.',
  },
  {
    question: 'Ghosting và rollover là gì, cần bao nhiêu phím?',
    answer:
      'Rollover là số phím giữ cùng lúc mà bàn phím còn báo đủ. Bàn phím văn phòng thường được 2 đến 6 phím, tùy vị trí, vì các phím dùng chung dây trong ma trận; phím bị chặn hoặc báo nhầm gọi là ghosting. Gõ văn bản cần 2 đến 3 phím, chơi game nên từ 6 phím (6KRO) hoặc không giới hạn (NKRO).',
  },
  {
    question: 'Số độ trễ ở đây có phải độ trễ của bàn phím không?',
    answer:
      'Không. Đó là thời gian từ lúc trình duyệt nhận tín hiệu phím đến lúc trang xử lý, thường dưới 5 ms. Độ trễ của mạch bàn phím và cổng USB cần máy đo riêng. Nếu số này lên đến vài chục ms, máy đang quá tải: hãy đóng bớt tab và ứng dụng.',
  },
  {
    question: 'Gõ tiếng Việt bằng UniKey, EVKey có ảnh hưởng kết quả không?',
    answer:
      'Có. Bộ gõ tự gửi thêm phím Backspace khi bỏ dấu, nên có thể hiện phím bạn không bấm. Hãy chuyển bộ gõ sang chữ E trước khi kiểm tra.',
  },
  {
    question: 'Trang có ghi lại những gì tôi gõ không?',
    answer:
      'Không. Mọi phím được xử lý trong trình duyệt của bạn và mất khi đóng trang. Chỉ khi bạn lập phiếu, kết quả dạng “104/104 phím” mới được gửi để cửa hàng xác nhận.',
  },
]
