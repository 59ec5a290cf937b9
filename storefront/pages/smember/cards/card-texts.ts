import type { CardKind, CardLevel, CardSide, OwnCard } from '#contracts/storefront/cards.ts'

interface KindTexts {
  /** The value of `loai` in the address. */
  loai: string
  name: string
  who: string
  institution: string
  holder: string
  number: string
  sides: Readonly<Record<CardSide, string>>
}

export const kind_texts: Readonly<Record<CardKind, KindTexts>> = {
  student: {
    loai: 'sinh-vien',
    name: 'S-Student',
    who: 'Học sinh, sinh viên',
    institution: 'Tên trường',
    holder: 'Tên trên thẻ',
    number: 'Mã số học sinh, sinh viên',
    sides: { front: 'Mặt trước của thẻ', back: 'Mặt sau của thẻ' },
  },
  teacher: {
    loai: 'giao-vien',
    name: 'S-Teacher',
    who: 'Giáo viên',
    institution: 'Tên trường',
    holder: 'Tên trên thẻ',
    number: 'Mã số giáo viên',
    sides: { front: 'Mặt trước của thẻ', back: 'Mặt sau của thẻ' },
  },
  business: {
    loai: 'doanh-nghiep',
    name: 'S-Business',
    who: 'Doanh nghiệp',
    institution: 'Tên công ty',
    holder: 'Người mua cho công ty',
    number: 'Mã số thuế',
    sides: { front: 'Giấy đăng ký kinh doanh', back: 'Trang sau (nếu có)' },
  },
}

export const level_titles: Readonly<Record<CardLevel, string>> = {
  school: 'Phổ thông',
  vocational: 'Cao đẳng, trung cấp, nghề',
  university: 'Đại học, sau đại học',
}

/** What the state of a request is called. */
export const state_titles: Readonly<Record<OwnCard['state'], string>> = {
  collecting: 'Chưa gửi',
  waiting: 'Chờ duyệt',
  accepted: 'Đã duyệt',
  refused: 'Chưa được duyệt',
  ended: 'Đã ngừng',
  withdrawn: 'Đã rút',
}
