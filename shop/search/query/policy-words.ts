import { repair_hub_pages } from '#pure/formats/repair-hubs.ts'
import { foldInPlace } from '#shop/search/index/words.ts'

/** A question about the shop's terms in a query: warranty, installments, returns. */
interface PolicyWords {
  topics: readonly PolicyTopic[]
  spans: { start: number; end: number }[]
}

export interface PolicyTopic {
  /** Folded phrases that ask for it. */
  says: readonly string[]
  /** Folded phrases of the questions and titles of articles that answer it, the best first. */
  answers: readonly string[]
  /** The code of the static page that answers it. */
  policy?: string
  /** A page that answers it besides. */
  page?: { title: string; path: string }
  /** A page that helps if there is no answer. */
  otherwise?: { title: string; path: string }
}

const shops = {
  title: 'Hệ thống cửa hàng: địa chỉ, giờ mở cửa, số điện thoại',
  path: '/he-thong-cua-hang',
}

const topics: readonly PolicyTopic[] = [
  {
    says: [
      'chinh sach bao hanh',
      'trung tam bao hanh',
      'thoi gian bao hanh',
      'bao hanh bao lau',
      'bao hanh',
    ],
    answers: ['bao hanh', 'may loi'],
    policy: 'warranty',
  },
  {
    says: [
      ...['chinh sach doi tra', 'doi tra', 'doi hang', 'tra hang', 'doi may', 'tra lai hang'],
      ...['1 doi 1', 'co duoc doi', 'duoc doi', 'loi doi moi', 'hang loi', 'may loi'],
      ...['bi loi', 'doi duoc khong'],
    ],
    answers: ['may loi', 'doi the nao', 'doi duoc khong', 'duoc doi', 'co doi duoc'],
    policy: 'returns',
  },
  {
    says: [
      ...['hoan tien', 'hoan lai tien', 'tra lai tien', 'nhan lai tien', 'lay lai tien'],
      ...['huy don hoan tien', 'tra hang hoan tien'],
    ],
    answers: ['nhan lai tien', 'hoan tien', 'may loi'],
    policy: 'returns',
    otherwise: shops,
  },
  {
    says: [
      ...['thanh toan khi nhan hang', 'cach thanh toan', 'phuong thuc thanh toan', 'thanh toan'],
      ...['cod', 'chuyen khoan', 'quet the', 'ca the', 'the tin dung', 'vi momo', 'momo'],
      ...['vnpay', 'zalopay', 'vietqr', 'tien mat', 'chuyen tien', 'chuyen nham tien'],
    ],
    answers: ['thanh toan'],
    policy: 'payment',
    otherwise: shops,
  },
  {
    says: [
      'mua tra gop',
      'tra gop',
      'gop 0',
      'tra truoc',
      'khong lai suat',
      'lai suat',
      'mua truoc tra sau',
    ],
    answers: ['tra gop'],
    policy: 'installment',
  },
  {
    says: [
      ...[
        'phi giao hang',
        'phi van chuyen',
        'mien phi van chuyen',
        'phi ship',
        'free ship',
        'freeship',
      ],
      ...['giao hang', 'van chuyen', 'ship cod', 'giao nhanh', 'giao tan noi', 'thoi gian giao'],
    ],
    answers: ['phi giao hang', 'giao va lap', 'nhan phu kien tai'],
    policy: 'delivery',
  },
  {
    says: ['xuat hoa don', 'hoa don vat', 'hoa don do', 'hoa don', 'xuat vat', 'vat'],
    answers: ['hoa don'],
  },
  {
    says: [
      'thu cu doi moi',
      'thu cu len doi',
      'thu cu',
      'len doi',
      'thu mua',
      'doi cu lay moi',
      'cu lay moi',
      ...['doi dien thoai cu', 'doi iphone cu', 'doi laptop cu', 'doi may cu'],
      'cu doi moi',
      'ban lai may',
    ],
    answers: ['thu cu'],
    policy: 'trade-in',
  },
  {
    says: ['tra cuu bao hanh', 'tra cuu imei', 'kiem tra imei', 'check imei'],
    answers: ['tra cuu bao hanh'],
  },
  {
    says: [
      ...['sua dien thoai', 'sua laptop', 'sua may tinh', 'sua macbook', 'sua iphone', 'sua chua'],
      ...['ve sinh laptop', 've sinh may', 'ep kinh', 'thay mat kinh', 'thay kinh', 'chai pin'],
    ],
    answers: ['ep kinh va thay', 've sinh', 'thay pin', 'chai pin'],
    page: { title: 'Sửa chữa: bảng giá và đặt lịch', path: repair_hub_pages['dien-thoai'].path },
  },
  {
    says: ['tra cuu don hang', 'kiem tra don hang', 'huy don hang', 'huy don', 'don hang'],
    answers: [],
    page: shops,
  },
  {
    says: ['bao mat', 'du lieu ca nhan', 'quyen rieng tu', 'xoa tai khoan', 'xoa du lieu'],
    answers: [],
    policy: 'privacy',
  },
  { says: ['khieu nai', 'gop y', 'phan nan'], answers: [], policy: 'complaints', otherwise: shops },
  {
    says: ['dieu khoan', 'dieu kien mua ban', 'quy che hoat dong'],
    answers: [],
    policy: 'sale-terms',
  },
  { says: ['thay pin'], answers: ['thay pin', 'chai pin'] },
  { says: ['thay man hinh'], answers: ['thay man hinh', 'man hinh samsung bi'] },
  {
    says: [
      ...['cua hang gan nhat', 'cua hang gan day', 'dia chi cua hang', 'cua hang o dau', 'dia chi'],
      ...[
        'chi nhanh',
        'showroom',
        'he thong cua hang',
        'gio mo cua',
        'mo cua',
        'may gio',
        'tong dai',
      ],
      ...['hotline', 'so dien thoai', 'lien he', 'tu van truc tiep'],
    ],
    answers: [],
    page: shops,
  },
  {
    says: ['smember', 'the thanh vien', 'thanh vien', 'tich diem', 'diem thuong'],
    answers: ['smember'],
  },
  {
    says: [
      'uu dai sinh vien',
      'uu dai hoc sinh',
      'giam gia sinh vien',
      'giam gia hoc sinh',
      'hssv',
    ],
    answers: ['uu dai hoc sinh'],
  },
  {
    says: ['black friday', 'flash sale', 'khuyen mai', 'voucher', 'ma giam gia', 'xa hang'],
    answers: ['black friday', 'xa hang'],
    page: { title: 'Tin khuyến mãi', path: '/khuyen-mai' },
  },
]

const by_first_word = Map.groupBy(
  topics.flatMap((topic) => topic.says.map((phrase) => ({ topic, phrase }))),
  ({ phrase }) => phrase.split(' ')[0] ?? '',
)
const max_topics = 2
/** Words of a question about a term, which name no goods. */
const questions =
  /(?<= )(?:chinh sach|quy dinh|dieu kien|dieu khoan|thu tuc|huong dan|cach|khi nao|(?:mat )?may ngay|(?:qua|vao|ve) the|(?:mat |trong |het )?bao (?:lau|nhieu|gio)|(?:nhu )?the nao|thi sao|o dau|co duoc khong|duoc khong|khong)(?= )/g

/** Finds questions about the shop's terms. Null if there are none. */
export function policyWordsOf(q: string): PolicyWords | null {
  const lower = q.toLowerCase()
  const text = ` ${foldInPlace(lower).replace(/[^a-z0-9]/g, ' ')} `
  const found = [...text.matchAll(/[a-z0-9]+/g)].flatMap(({ index: start, 0: word }) =>
    (by_first_word.get(word) ?? [])
      .filter(({ phrase }) => text.startsWith(`${phrase} `, start) && isMeant(phrase, lower))
      .map((one) => ({ ...one, start: start - 1 })),
  )
  if (found.length === 0) return null
  const longest = found.toSorted((one, other) => other.phrase.length - one.phrase.length)
  const apart = longest.filter(
    ({ phrase }, turn) => !longest.slice(0, turn).some((longer) => longer.phrase.includes(phrase)),
  )
  return {
    topics: [...new Set(apart.map(({ topic }) => topic))].slice(0, max_topics),
    spans: [
      ...apart.map(({ phrase, start }) => ({ start, end: start + phrase.length })),
      ...[...text.matchAll(questions)].map(({ index, 0: phrase }) => ({
        start: index - 1,
        end: index - 1 + phrase.length,
      })),
    ],
  }
}

/** Other accents make other words: "vật" is no "VAT". */
function isMeant(phrase: string, lower: string): boolean {
  return phrase !== 'vat' || /(?<!\p{L})vat(?!\p{L})/u.test(lower)
}
