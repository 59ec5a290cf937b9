import { staffPage } from '#admin/runtime/page.ts'
import { games as contract, type StaffGame } from '#contracts/staff/offers/games.ts'
import { Refusal } from '#pure/contract.ts'

export interface GamesData {
  games: StaffGame[]
  may_change: boolean
}

/** Rows of the form. */
const prize_rows = [0, 1, 2, 3, 4, 5] as const

const problems: Readonly<Record<string, string>> = {
  game_changed: 'Trò chơi vừa được người khác đổi. Tải lại trang rồi sửa tiếp; chưa lưu gì.',
  prizes_out_of_order: 'Mốc điểm cao hơn phải có phiếu giá trị cao hơn, mỗi mốc một lần.',
  registration_missing: 'Giải hạng nhất là thi có thưởng: ghi số đăng ký rồi mới bật được.',
}
const wrong_numbers =
  'Điểm và tiền là số nguyên, gõ được dấu chấm. Cần ít nhất một mốc; phiếu từ 1.000đ đến 500.000đ, tối đa 10.000 phiếu mỗi ngày.'

/** /noi-bo/tro-choi: which games are open, and their tables of prizes. */
export const page = staffPage<GamesData>({
  needs: 'games.games',
  loader: ({ services, actor }) => services.games.games(actor, {}),
  action: async ({ services, actor }, fields) => {
    try {
      if (fields['is_open'] !== undefined) {
        const input = contract.openGame.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: wrong_numbers }
        await services.games.openGame(actor, input.data)
        return null
      }
      const prizes = prize_rows
        .map((n) => ({ score: fields[`score_${n}`] ?? '', value: fields[`value_${n}`] ?? '' }))
        .filter(({ score, value }) => score.trim() !== '' || value.trim() !== '')
      const input = contract.setPrizes.input.safeParse({ ...fields, prizes })
      if (!input.success) return { status: 422, problem: wrong_numbers }
      await services.games.setPrizes(actor, input.data)
      return null
    } catch (error) {
      const problem = error instanceof Refusal ? problems[error.code] : undefined
      if (!(error instanceof Refusal) || problem === undefined) throw error
      return { status: error.status, problem }
    }
  },
})
