import type { MemberData } from '#contracts/storefront/member.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'
import { salutations } from '#pure/vietnamese/called-name.ts'
import { trade_state_names } from '#storefront/commerce/trade/trade-states.ts'
import { stateName } from '#storefront/commerce/checkout/checkout-texts.ts'
import { state_names } from '#storefront/commerce/installment/application-texts.ts'

type Cells = readonly (string | number | null)[]

/** A table of a member's data as a file. */
export interface ArchiveTable {
  name: string
  /** What the readme says about it. */
  about: string
  headings: readonly string[]
  rowsOf: (data: MemberData) => Cells[]
  /** Its list is read in parts. */
  is_long?: true
}

/** As spreadsheets of every language read it (decision 356); a day is stored like that. */
const time = (text: string | null) =>
  text && vietnamClock(new Date(text)).slice(0, 16).replace('T', ' ')
const tel = (text: string | null) => text && spacedPhone(text)
const yes = (is_so: boolean) => (is_so ? 'có' : 'không')
const worded = (words: Readonly<Record<string, string>>, code: string) => words[code] ?? code

const point_kinds = {
  earn: 'Tích từ đơn hàng',
  take_back: 'Thu lại khi trả hàng',
  spend: 'Dùng khi mua',
  give_back: 'Trả lại khi hủy đơn',
  expire: 'Hết hạn',
  restore: 'Chuyển từ tài khoản gộp',
}
const card_kinds = { student: 'S-Student', teacher: 'S-Teacher', business: 'S-Business' }
const card_states = {
  collecting: 'Đang bổ sung ảnh',
  waiting: 'Chờ duyệt',
  accepted: 'Đã duyệt',
  refused: 'Bị từ chối',
  ended: 'Đã ngừng',
  withdrawn: 'Bạn đã rút',
}
const booking_states = {
  booked: 'Đã đặt',
  received: 'Đã nhận máy',
  cancelled: 'Đã hủy',
  no_show: 'Không đến',
}
const game_names: Readonly<Record<string, string>> = {
  'catch-money': 'Hứng tiền',
  'jump-jump': 'Nhảy nhảy',
  'fruit-ninja': 'Chém trái cây',
}
const talk_states = {
  published: 'Đang đăng',
  held: 'Chờ duyệt',
  hidden: 'Đã ẩn',
}
const reservation_states = {
  reserved: 'Đang giữ',
  sold: 'Đã bán',
  cancelled: 'Đã hủy',
  lapsed: 'Hết giờ',
}
const notice_kinds = { stock: 'Có hàng lại', price: 'Giảm giá', start: 'Bắt đầu' }
const notice_states = {
  unconfirmed: 'Chờ bạn xác nhận',
  waiting: 'Đang theo dõi',
  sent: 'Đã báo',
  stopped: 'Đã ngừng',
}
const channels = { email: 'Email', sms: 'Tin nhắn', push: 'Trình duyệt' }
const purposes = {
  ads: 'Đo hiệu quả quảng cáo',
  device: 'Lưu trên máy và thông báo',
  mail: 'Nhận ưu đãi qua email',
  zalo: 'Nhận ưu đãi qua Zalo',
  push: 'Nhận ưu đãi qua thông báo',
  loan: 'Chuyển hồ sơ trả góp cho công ty tài chính',
}
const places = {
  banner: 'Khi mở trang',
  page: 'Trang quyền riêng tư',
  checkout: 'Khi đặt hàng',
  booking: 'Khi đặt lịch hẹn',
  mail: 'Liên kết trong email',
  loan: 'Tờ khai trả góp',
  offers: 'Trang nhận ưu đãi',
  message: 'Liên kết trong tin',
}

/** All tables, in the sequence of the readme. */
export const archive_tables: readonly ArchiveTable[] = [
  {
    name: 'ho-so',
    about: 'hồ sơ, hạng và điểm hiện có.',
    headings: ['Họ và tên', 'Số điện thoại', 'Email', 'Ngày sinh', 'Hạng', 'Chi tiêu', 'Điểm'],
    rowsOf: ({ profile: { name, phone, email, birthday }, tier, spent, points }) => [
      [name, tel(phone), email, birthday, tier, spent, points],
    ],
  },
  {
    name: 'dia-chi',
    about: 'sổ địa chỉ.',
    headings: ['Người nhận', 'Số điện thoại', 'Địa chỉ', 'Mặc định'],
    rowsOf: ({ addresses }) =>
      addresses.map(({ name, phone, text, is_default }) => [
        name,
        tel(phone),
        text,
        yes(is_default),
      ]),
  },
  {
    name: 'don-hang',
    about: 'đơn hàng, với người mua, người nhận và địa chỉ.',
    headings: [
      ...['Mã đơn', 'Đặt lúc', 'Trạng thái', 'Xưng hô', 'Người mua', 'Số điện thoại', 'Email'],
      ...['Người nhận', 'Số người nhận', 'Địa chỉ', 'Ghi chú', 'Chuyển dữ liệu', 'Công ty'],
      ...['Thanh toán', 'Tổng tiền', 'Đã hoàn'],
    ],
    rowsOf: ({ orders }) =>
      orders.map((order) => [
        ...[order.code, time(order.created_at), stateName(order.state)],
        ...[order.salutation && salutations[order.salutation], order.name],
        ...[tel(order.phone), order.email, order.recipient_name, tel(order.recipient_phone)],
        ...[order.address, order.note, yes(order.data_transfer), order.company],
        order.payment_method,
        ...[order.grand_total, order.refunded_total],
      ]),
    is_long: true,
  },
  {
    name: 'hang-da-mua',
    about: 'từng món của các đơn hàng.',
    headings: ['Mã đơn', 'Đặt lúc', 'SKU', 'Sản phẩm', 'Số lượng', 'Đơn giá', 'Thành tiền'],
    rowsOf: ({ orders }) =>
      orders.flatMap(({ code, created_at, items }) =>
        items.map(({ sku, name, quantity, price, total }) => [
          ...[code, time(created_at), sku, name, quantity, price, total],
        ]),
      ),
    is_long: true,
  },
  {
    name: 'diem',
    about: 'điểm tích và dùng.',
    headings: ['Lúc', 'Việc', 'Điểm', 'Mã đơn'],
    rowsOf: ({ point_entries }) =>
      point_entries.map(({ happened_at, kind, points, order_code }) => [
        ...[time(happened_at), worded(point_kinds, kind), points, order_code],
      ]),
    is_long: true,
  },
  {
    name: 'phieu-giam-gia',
    about: 'phiếu giảm giá còn dùng được.',
    headings: ['Mã', 'Tên', 'Giá trị', 'Đơn từ', 'Hết hạn'],
    rowsOf: ({ vouchers }) =>
      vouchers.map(({ code, name, worth, min_total, ends_at }) => [
        ...[code, name, worth, min_total, time(ends_at)],
      ]),
  },
  {
    name: 'bao-hanh',
    about: 'máy đã mua và hạn bảo hành.',
    headings: ['Máy', 'IMEI hoặc serial', 'Mã đơn', 'Từ', 'Đến'],
    rowsOf: ({ warranties }) =>
      warranties.map(({ name, code, order_code, from, until }) => [
        ...[name, code, order_code, from, until],
      ]),
  },
  {
    name: 'the',
    about: 'thẻ sinh viên, giáo viên, doanh nghiệp đã gửi, và kết quả.',
    headings: [
      ...['Loại', 'Trạng thái', 'Trường hoặc công ty', 'Tên trên thẻ', 'Mã số', 'Hạn thẻ'],
      ...['Áp dụng đến hết', 'Lý do'],
    ],
    rowsOf: ({ cards }) =>
      cards.map(({ kind, state, institution, holder, number, valid_until, ends_on, reason }) => [
        ...[worded(card_kinds, kind), worded(card_states, state), institution, holder, number],
        ...[valid_until, ends_on, reason],
      ]),
  },
  {
    name: 'lich-hen',
    about: 'lịch hẹn sửa chữa.',
    headings: [
      ...['Mã hẹn', 'Trạng thái', 'Cửa hàng', 'Giờ hẹn', 'Dịch vụ', 'Tên', 'Số điện thoại'],
      ...['Email', 'Ghi chú', 'Tổng tiền'],
    ],
    rowsOf: ({ bookings }) =>
      bookings.map(({ code, state, shop, starts_at, services, ...booking }) => [
        ...[code, worded(booking_states, state), shop, time(starts_at), services.join('; ')],
        ...[booking.name, tel(booking.phone), booking.email, booking.notes, booking.total],
      ]),
  },
  {
    name: 'thu-cu',
    about: 'báo giá thu cũ và máy đã bán cho cửa hàng.',
    headings: [
      ...['Mã báo giá', 'Trạng thái', 'Cửa hàng', 'Máy', 'IMEI, serial', 'Giá đã báo'],
      ...['Giá thu cuối cùng', 'Lúc', 'Tên', 'Số điện thoại'],
    ],
    rowsOf: ({ trade_ins }) =>
      trade_ins.map(({ code, state, shop, device, device_code, value, offer, ...one }) => [
        ...[code, worded(trade_state_names, state), shop, device, device_code, value, offer],
        ...[time(one.created_at), one.name, tel(one.phone)],
      ]),
  },
  {
    name: 'dat-giu',
    about: 'hàng đặt giữ tại cửa hàng.',
    headings: [
      ...['Mã', 'Trạng thái', 'Sản phẩm', 'Cửa hàng', 'Giữ lúc', 'Giữ đến', 'Tên'],
      ...['Số điện thoại', 'Email'],
    ],
    rowsOf: ({ shop_reservations }) =>
      shop_reservations.map(({ code, state, item, shop, created_at, expires_at, ...one }) => [
        ...[code, worded(reservation_states, state), item, shop, time(created_at)],
        ...[time(expires_at), one.name, tel(one.phone), one.email],
      ]),
  },
  {
    name: 'tra-gop',
    about: 'hồ sơ trả góp, với những gì bạn đã khai.',
    headings: [
      ...[
        'Mã',
        'Trạng thái',
        'Công ty',
        'Mã đơn',
        'Sản phẩm',
        'Giá',
        'Trả trước',
        'Vay',
        'Số tháng',
      ],
      ...[
        'Góp mỗi tháng',
        'Lập lúc',
        'Số hợp đồng',
        'Công ty trả lời',
        'Họ và tên',
        'Số điện thoại',
      ],
      ...['Ngày sinh', 'Số căn cước', 'Thu nhập', 'Nghề nghiệp', 'Nơi ở', 'Người thân'],
    ],
    rowsOf: ({ loans }) =>
      loans.map(({ code, state, form, ...loan }) => [
        ...[code, worded(state_names, state), loan.company, loan.order_code],
        ...[loan.goods.join('; '), loan.price, loan.prepaid, loan.lent, loan.months, loan.monthly],
        ...[time(loan.created_at), loan.contract_number, loan.reason, form?.name ?? null],
        ...[tel(form?.phone ?? null), form?.birth_date ?? null, form?.document_number ?? null],
        ...[form?.income ?? null, form?.job ?? null, form?.address ?? null],
        (form?.relatives ?? [])
          .map(({ name, relation, phone }) => `${name} (${relation}, ${spacedPhone(phone)})`)
          .join('; '),
      ]),
  },
  {
    name: 'danh-gia',
    about: 'đánh giá bạn đã viết.',
    headings: ['Sản phẩm', 'Số sao', 'Nội dung', 'Tên hiển thị', 'Trạng thái', 'Gửi lúc'],
    rowsOf: ({ reviews }) =>
      reviews.map(({ product, stars, text, name, state, created_at }) => [
        ...[product, stars, text, name, worded(talk_states, state), time(created_at)],
      ]),
  },
  {
    name: 'hoi-dap',
    about: 'câu hỏi, bình luận bạn đã viết.',
    headings: ['Nội dung', 'Tên hiển thị', 'Trạng thái', 'Gửi lúc'],
    rowsOf: ({ comments }) =>
      comments.map(({ text, name, state, created_at }) => [
        ...[text, name, worded(talk_states, state), time(created_at)],
      ]),
  },
  {
    name: 'tro-choi',
    about: 'lượt chơi trò chơi trong 90 ngày qua.',
    headings: ['Trò chơi', 'Điểm', 'Chơi xong lúc'],
    rowsOf: ({ games }) =>
      games.map(({ game, score, finished_at }) => [
        ...[worded(game_names, game), score, time(finished_at)],
      ]),
  },
  {
    name: 'yeu-thich',
    about: 'sản phẩm yêu thích.',
    headings: ['Sản phẩm', 'Thêm lúc'],
    rowsOf: ({ wishes }) => wishes.map(({ product, added_at }) => [product, time(added_at)]),
  },
  {
    name: 'bao-tin',
    about: 'yêu cầu báo khi có hàng, khi giảm giá.',
    headings: ['Việc', 'Sản phẩm', 'Cách báo', 'Nơi nhận', 'Trạng thái', 'Đăng ký lúc'],
    rowsOf: ({ notices }) =>
      notices.map(({ kind, product, channel, recipient, state, created_at }) => [
        ...[worded(notice_kinds, kind), product, worded(channels, channel), recipient],
        ...[worded(notice_states, state), time(created_at)],
      ]),
  },
  {
    name: 'dong-y',
    about: 'những gì bạn đồng ý, từ chối hoặc rút lại.',
    headings: ['Mục', 'Lựa chọn', 'Nội dung bản', 'Nơi chọn', 'Lúc', 'Rút lại lúc'],
    rowsOf: ({ consents }) =>
      consents.map(({ purpose, is_granted, text_version, place, chosen_at, withdrawn_at }) => [
        ...[worded(purposes, purpose), is_granted ? 'Đồng ý' : 'Từ chối', text_version],
        ...[worded(places, place), time(chosen_at), time(withdrawn_at)],
      ]),
  },
  {
    name: 'passkey',
    about: 'passkey dùng để đăng nhập.',
    headings: ['Tên', 'Thêm lúc', 'Dùng lần cuối'],
    rowsOf: ({ passkeys }) =>
      passkeys.map(({ name, created_at, used_at }) => [name, time(created_at), time(used_at)]),
  },
  {
    name: 'lien-ket',
    about: 'tài khoản Google và Zalo dùng để đăng nhập.',
    headings: ['Nơi', 'Mã của bạn ở đó', 'Tên hoặc email', 'Thêm lúc', 'Dùng lần cuối'],
    rowsOf: ({ linked_identities }) =>
      linked_identities.map(({ provider, subject, shown, created_at, used_at }) => [
        ...[provider === 'google' ? 'Google' : 'Zalo', subject, shown],
        ...[time(created_at), time(used_at)],
      ]),
  },
  {
    name: 'noi-dang-nhap',
    about: 'nơi đang đăng nhập.',
    headings: ['Thiết bị', 'Địa chỉ mạng', 'Đăng nhập lúc', 'Dùng lần cuối'],
    rowsOf: ({ sessions }) =>
      sessions.map(({ device, address, created_at, seen_at }) => [
        ...[device, address, time(created_at), time(seen_at)],
      ]),
  },
]
