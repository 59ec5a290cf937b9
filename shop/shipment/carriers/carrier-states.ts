import type { CarrierState } from '#shop/shipment/carriers/carrier.ts'

/** What a carrier's word says of a parcel, and what staff read instead of it. */
interface Word {
  /** Null: known, and proves nothing. */
  state: CarrierState | null
  text: string
}
type Words = Readonly<Record<string, Word>>

/**
 * What each carrier's words and numbers say about a parcel: the only table. A parcel that its carrier returned is
 * `returning` until staff receive it.
 */
const carrier_words = {
  ghn: {
    ...says('created', {
      ready_to_pick: 'Chờ lấy hàng',
      picking: 'Đang đến lấy hàng',
      money_collect_picking: 'Đang thu tiền người gửi',
    }),
    ...says('handed_over', {
      picked: 'Đã lấy hàng',
      storing: 'Ở kho của hãng',
      transporting: 'Đang chuyển giữa các kho',
      sorting: 'Đang phân loại',
    }),
    ...says('delivering', {
      delivering: 'Đang giao',
      money_collect_delivering: 'Đang thu tiền người nhận',
    }),
    ...says('delivery_failed', {
      delivery_fail: 'Giao không thành công',
      waiting_to_return: 'Chờ hoàn hàng',
    }),
    ...says('returning', {
      return: 'Bắt đầu hoàn hàng',
      return_transporting: 'Hàng hoàn đang chuyển giữa các kho',
      return_sorting: 'Hàng hoàn đang phân loại',
      returning: 'Đang trả hàng về',
      return_fail: 'Trả hàng về không thành công',
      returned: 'Đã trả hàng về',
    }),
    ...says('delivered', { delivered: 'Đã giao' }),
    ...says('lost', {
      damage: 'Hàng hư hỏng',
      lost: 'Hàng thất lạc',
      scrap: 'Hàng bị tiêu hủy',
    }),
    ...says('cancelled', { cancel: 'Đã hủy vận đơn' }),
    ...says(null, { exception: 'Có việc bất thường, hãng đang xử lý' }),
  },
  ghtk: {
    ...says('created', {
      1: 'Chưa tiếp nhận',
      2: 'Đã tiếp nhận',
      // The courier could not fetch it.
      7: 'Không lấy được hàng',
      8: 'Hoãn lấy hàng',
      12: 'Đang đến lấy hàng',
    }),
    ...says('handed_over', { 3: 'Đã lấy hàng, nhập kho' }),
    ...says('delivering', { 4: 'Đang giao', 10: 'Hoãn giao hàng' }),
    ...says('delivery_failed', { 9: 'Không giao được hàng' }),
    ...says('delivered', { 5: 'Đã giao, chưa đối soát', 6: 'Đã giao, đã đối soát' }),
    ...says('returning', {
      11: 'Đã đối soát hàng trả',
      20: 'Đang trả hàng về',
      21: 'Đã trả hàng về',
    }),
    ...says('lost', { 13: 'Hãng bồi hoàn' }),
    ...says('cancelled', { '-1': 'Đã hủy vận đơn' }),
    // What a courier says before GHTK has checked it.
    ...says(null, {
      123: 'Người giao báo đã lấy hàng',
      127: 'Người giao báo không lấy được hàng',
      128: 'Người giao báo hoãn lấy hàng',
      45: 'Người giao báo đã giao',
      49: 'Người giao báo không giao được',
      410: 'Người giao báo hoãn giao',
    }),
  },
  viettel_post: {
    ...says('created', {
      100: 'Đã tiếp nhận vận đơn',
      102: 'Chờ xử lý',
      103: 'Đã chuyển bưu cục',
      104: 'Bưu tá đang đến lấy hàng',
    }),
    ...says('handed_over', {
      105: 'Bưu tá đã lấy hàng',
      200: 'Bưu cục gửi đã nhận hàng',
      300: 'Đã lên bảng kê đi',
      301: 'Đã đóng túi',
      302: 'Đã lên chuyến thư',
      303: 'Đã lên xe',
      400: 'Đã nhận bảng kê đến',
      401: 'Đã nhận túi',
      402: 'Đã nhận chuyến thư',
      403: 'Đã nhận chuyến xe',
      509: 'Chuyển tiếp bưu cục khác',
      510: 'Hủy phân công bưu tá',
    }),
    ...says('delivering', {
      500: 'Bưu tá đang giao',
      508: 'Đang giao lại',
      550: 'Giao lại theo yêu cầu',
    }),
    ...says('delivery_failed', {
      506: 'Người nhận không có nhà',
      507: 'Người nhận sẽ đến bưu cục lấy',
    }),
    ...says('delivered', { 501: 'Đã giao' }),
    ...says('returning', {
      502: 'Đang hoàn về bưu cục gửi',
      504: 'Đã trả người gửi',
      505: 'Chờ duyệt hoàn hàng',
      515: 'Đã duyệt hoàn hàng',
    }),
    ...says('lost', { 503: 'Hàng đã tiêu hủy' }),
    ...says('cancelled', { 107: 'Đã hủy vận đơn', 201: 'Hủy nhận hàng' }),
    // Requests that are not answered yet, and an edit.
    ...says(null, {
      101: 'Hãng yêu cầu hủy',
      106: 'Cửa hàng yêu cầu lấy lại hàng',
      202: 'Đã sửa vận đơn',
    }),
  },
  play: {
    ...says('created', { ready: 'Chờ lấy hàng' }),
    ...says('handed_over', { picked: 'Đã lấy hàng' }),
    ...says('delivering', { delivering: 'Đang giao' }),
    ...says('delivery_failed', { delivery_fail: 'Giao không thành công' }),
    ...says('delivered', { delivered: 'Đã giao' }),
    ...says('returning', { return: 'Đang trả hàng về' }),
    ...says('lost', { lost: 'Hàng thất lạc' }),
    ...says('cancelled', { cancel: 'Đã hủy vận đơn' }),
  },
} as const satisfies Record<string, Words>

/** What a word of a carrier says; null if it proves nothing or nobody knows it. */
export function stateOfWord(
  carrier: keyof typeof carrier_words,
  word: string,
): CarrierState | null {
  return wordOf(carrier, word)?.state ?? null
}

/** A word of a carrier in Vietnamese; null if nobody knows it. */
export function textOfWord(carrier: string, word: string): string | null {
  return wordOf(carrier, word)?.text ?? null
}

function wordOf(carrier: string, word: string): Word | null {
  const all: Readonly<Record<string, Words>> = carrier_words
  const words = Object.hasOwn(all, carrier) ? (all[carrier] ?? {}) : {}
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}

function says(state: CarrierState | null, texts: Readonly<Record<string, string>>): Words {
  return Object.fromEntries(Object.entries(texts).map(([word, text]) => [word, { state, text }]))
}
