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
  /** A page that answers it besides. */
  page?: { title: string; path: string }
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
  },
  {
    says: [
      ...['chinh sach doi tra', 'doi tra', 'doi hang', 'tra hang', 'doi may', 'tra lai hang'],
      ...['hoan tien', '1 doi 1', 'co duoc doi', 'duoc doi', 'loi doi moi', 'hang loi', 'may loi'],
    ],
    answers: ['may loi', 'doi the nao', 'doi duoc khong', 'duoc doi', 'co doi duoc'],
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
      'ban lai may',
    ],
    answers: ['thu cu'],
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
    page: { title: 'Sửa chữa: bảng giá và kinh nghiệm', path: '/sua-chua' },
  },
  {
    says: ['tra cuu don hang', 'kiem tra don hang', 'huy don hang', 'huy don', 'don hang'],
    answers: [],
    page: shops,
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
  {
    says: [
      'iphone cu',
      'dien thoai cu',
      'laptop cu',
      'may cu',
      'hang cu',
      'like new',
      '2nd',
      'second hand',
    ],
    answers: ['iphone cu', 'laptop cu', 'thu cu'],
  },
]

/** The words of these topics stay words of the search: they name goods too. */
const with_goods = new Set(['iphone cu', 'dien thoai cu', 'laptop cu'])
const max_topics = 2
/** Words of a question about a term, which name no goods. */
const questions =
  /(?<= )(?:(?:mat |trong |het )?bao (?:lau|nhieu|gio)|(?:nhu )?the nao|thi sao|o dau|co duoc khong|duoc khong|khong)(?= )/g

/** Finds questions about the shop's terms. Null if there are none. */
export function policyWordsOf(q: string): PolicyWords | null {
  const lower = q.toLowerCase()
  const text = ` ${foldInPlace(lower).replace(/[^a-z0-9]/g, ' ')} `
  const found = topics.flatMap((topic) =>
    topic.says
      .filter((says) => text.includes(` ${says} `) && isMeant(says, lower, text))
      .map((phrase) => ({ topic, phrase, start: text.indexOf(` ${phrase} `) })),
  )
  if (found.length === 0) return null
  const longest = found.toSorted((one, other) => other.phrase.length - one.phrase.length)
  const apart = longest.filter(
    ({ phrase }, turn) => !longest.slice(0, turn).some((longer) => longer.phrase.includes(phrase)),
  )
  return {
    topics: [...new Set(apart.map(({ topic }) => topic))].slice(0, max_topics),
    spans: [
      ...apart.flatMap(({ phrase, start }) =>
        with_goods.has(phrase) ? [] : [{ start, end: start + phrase.length }],
      ),
      ...[...text.matchAll(questions)].map(({ index, 0: phrase }) => ({
        start: index - 1,
        end: index - 1 + phrase.length,
      })),
    ],
  }
}

/** Other accents make other words: "vật" is no "VAT". */
function isMeant(phrase: string, lower: string, text: string): boolean {
  const start = text.indexOf(` ${phrase} `)
  const typed = lower.slice(start, start + phrase.length)
  return phrase !== 'vat' || typed === 'vat'
}
