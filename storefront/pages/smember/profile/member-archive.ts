import type { Services } from '#contracts/all.ts'
import type { MemberData } from '#contracts/storefront/member.ts'
import type { Caller } from '#pure/contract.ts'
import { csvLine, keptDigits, withoutFormula } from '#pure/formats/csv.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import {
  archive_tables,
  type ArchiveTable,
} from '#storefront/pages/smember/profile/archive-tables.ts'
import { zipFile } from '#web/runtime/zip-file.ts'

/** The lists that grow with the years are read in parts, so that no archive is held in memory as a whole. */
type DataPart = Pick<MemberData, 'orders' | 'point_entries'>
type ReadPart = (page: number) => Promise<DataPart & { has_more: boolean }>

/**
 * Everything that the shop knows about a member as one ZIP: a readme, all of it as JSON, and a CSV file per table that
 * spreadsheets open. It is written while it is read.
 */
export async function memberArchive(
  { member }: Pick<Services, 'member'>,
  caller: Caller,
  now: Date,
): Promise<AsyncGenerator<Buffer>> {
  const data = await member.data(caller, { without_lists: true })
  const readPart: ReadPart = (page) => member.dataPage(caller, { page })
  return zipFile([
    { name: 'DOC-TRUOC.txt', text: [readme(now)] },
    { name: 'du-lieu.json', text: jsonText(data, readPart) },
    ...archive_tables.map((table) => ({
      name: `bang/${table.name}.csv`,
      text: tableText(table, data, readPart),
    })),
  ])
}

/** The parts of the long lists, one after the other. */
async function* partsOf(readPart: ReadPart): AsyncGenerator<DataPart> {
  for (let page = 1; ; page++) {
    const { has_more, ...part } = await readPart(page)
    yield part
    if (!has_more) return
  }
}

async function* jsonText(data: MemberData, readPart: ReadPart): AsyncGenerator<string> {
  const { orders: _, point_entries: __, ...rest } = data
  yield JSON.stringify(rest, null, 2).replace(/\n\}$/, '')
  for (const list of ['orders', 'point_entries'] as const) {
    yield `,\n  "${list}": [`
    let separator = ''
    for await (const part of partsOf(readPart)) {
      for (const row of part[list]) {
        yield `${separator}\n    ${JSON.stringify(row)}`
        separator = ','
      }
    }
    yield '\n  ]'
  }
  yield '\n}\n'
}

/** It begins with the mark by which spreadsheets know UTF-8. */
async function* tableText(
  { headings, rowsOf, is_long }: ArchiveTable,
  data: MemberData,
  readPart: ReadPart,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(headings)}`
  const line = (cells: readonly (string | number | null)[]) =>
    csvLine(
      cells.map((cell) =>
        typeof cell === 'number' ? String(cell) : withoutFormula(keptDigits(cell ?? '')),
      ),
    )
  if (!is_long) {
    yield rowsOf(data).map(line).join('')
    return
  }
  for await (const part of partsOf(readPart))
    yield rowsOf({ ...data, ...part })
      .map(line)
      .join('')
}

function readme(now: Date): string {
  const tables = archive_tables.map(({ name, about }) => `bang/${name}.csv: ${about}`)
  return [
    `Dữ liệu của bạn tại cửa hàng, lấy lúc ${formatDateTime(now)} (giờ Việt Nam).`,
    '',
    'Tệp trong gói này:',
    'du-lieu.json: tất cả, để máy đọc (JSON, UTF-8).',
    ...tables,
    '',
    'Tệp CSV mở được bằng Excel, Google Trang tính hoặc LibreOffice. Số tiền tính bằng đồng. Giờ trong tệp là giờ Việt Nam;',
    'trong du-lieu.json là giờ UTC. Dãy số bắt đầu bằng số 0, như số căn cước, được viết thành từng nhóm để bảng tính không',
    'bỏ mất số 0; trong du-lieu.json dãy số viết liền.',
    '',
    'Ảnh thẻ sinh viên, giáo viên, giấy tờ doanh nghiệp không có ở đây: cửa hàng xóa ảnh 30 ngày sau khi trả lời. Ảnh giấy',
    'tờ của hồ sơ trả góp cũng không có: cửa hàng xóa 7 ngày sau khi có kết quả. Mật khẩu và mã khóa của passkey không ai',
    'đọc được, nên cũng không có.',
    '',
    'Gói này có thông tin riêng của bạn. Hãy giữ như giữ giấy tờ và xóa khi không cần nữa.',
    '',
  ].join('\r\n')
}
