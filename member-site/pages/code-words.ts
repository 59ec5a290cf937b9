/** Said of every phone alike: who has Zalo is nobody's business. */
export const by_zalo_text =
  'Mở Zalo để xem mã; nếu không gửi được qua Zalo, mã sẽ đến bằng tin nhắn SMS.'
