import type { CodeWay } from '#member-site/runtime/asked-code.ts'

/** Where a code has gone. Said of every phone alike: who has Zalo, or an account, is nobody's business. */
export const code_words: Readonly<Record<CodeWay, string>> = {
  sms: '',
  zalo: ' Mở Zalo để xem mã; nếu không gửi được qua Zalo, mã sẽ đến bằng tin nhắn SMS.',
  email:
    ' có email đã xác minh và bạn từng đăng nhập trên trình duyệt này, mã đã được gửi đến email đó. Nếu chưa thấy, hãy xem cả thư rác.',
}
