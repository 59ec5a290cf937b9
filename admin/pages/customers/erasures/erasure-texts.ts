import type {
  ErasureChannel,
  ErasureRequestState,
  OpenMatter,
} from '#contracts/staff/members/erasures.ts'

export const channel_titles: Record<ErasureChannel, string> = {
  counter: 'Tại cửa hàng',
  phone: 'Qua điện thoại',
  email: 'Qua email',
  letter: 'Bằng văn bản',
  account: 'Trong tài khoản',
}

export const request_state_titles: Record<ErasureRequestState, string> = {
  waiting: 'Đang chờ',
  withdrawn: 'Khách rút lại',
  done: 'Đã xóa',
}

export const matter_titles: Record<OpenMatter['kind'], string> = {
  order: 'đơn chưa xong',
  return: 'đổi trả của đơn',
  refund: 'khoản hoàn của đơn',
  refund_request: 'đề nghị hoàn của đơn',
  repair: 'máy chưa trả của phiếu sửa',
  money: 'tiền cần đối soát của đơn',
}
