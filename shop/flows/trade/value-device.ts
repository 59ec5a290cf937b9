import type { z } from 'zod'
import {
  cartTrade as contract,
  type TradeModel,
  type TradeValue,
} from '#contracts/storefront/trade/trade-in.ts'
import type { Database } from '#db/schema.ts'
import { isSellable, type SellableItem } from '#shop/pricing/item/item.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { findTargetItem } from '#shop/flows/trade/trade-facts-store.ts'
import {
  findTradeVersion,
  listTradeVersions,
  readTradeTable,
  type TradeVersion,
} from '#shop/trade/trade-in/trade-device-store.ts'
import {
  bonusFor,
  deductionAlone,
  gradePrice,
  restToPay,
  type TradeTerms,
  type Valuation,
  valuate,
} from '#shop/trade/trade-in/valuation.ts'

type Input = Omit<z.output<typeof contract.valuate.input>, never>

/** A device with its value and the terms that it follows from. */
interface Valued {
  version: TradeVersion
  terms: TradeTerms
  valuation: Valuation
  target: (SellableItem & { bonus: number; rest: number }) | null
}

/** Values a device by the answers of its owner, and the price of the device that it is given for. */
export async function valueDevice(
  db: Database,
  { device_code, answers, target_item_id, province_id }: Input,
  now: Date,
): Promise<Valued> {
  const { refuse } = contract.valuate
  const version = await findTradeVersion(db, device_code)
  if (version === null) throw refuse('old_device_not_found')
  const { base_price, device_kind } = version
  const terms = { base_price, ...(await readTradeTable(db, device_kind)) }
  const valuation = valuate(terms, answers)
  if (valuation === null) {
    const open = terms.questions.filter(({ question_code, answers: offered }) =>
      offered.every(({ answer_code }) => answer_code !== answers[question_code]),
    )
    throw refuse('answers_missing', {
      question_codes: open.map(({ question_code }) => question_code),
    })
  }
  if (target_item_id === undefined) return { version, terms, valuation, target: null }
  const question = { province_id, customer_group_id: null, now }
  const wanted = await findTargetItem(db, target_item_id)
  const [item] = await findItems(db, wanted === null ? [] : [wanted.item_id], question)
  if (!isSellable(item)) throw refuse('target_not_found')
  const price = item.price.final_price
  const { value } = valuation
  const bonus = bonusFor(price, { value, bonus: version.upgrade_bonus })
  const target = { ...item, bonus, rest: restToPay(price, { value, bonus }) }
  return { version, terms, valuation, target }
}

export function shownValue({ version, valuation, target }: Valued): TradeValue {
  return {
    ...valuation,
    device_code: version.code,
    name: version.name,
    target: target && {
      ...{ item_id: target.item_id, name: target.name, path: `/${target.url_path}` },
      ...{ thumbnail: target.thumbnail, price: target.price.final_price },
      ...{ bonus: target.bonus, rest: target.rest },
    },
  }
}

/** A model with its versions, and the questions about one of them: the first if none is named. */
export async function shownModel(
  db: Database,
  model_code: string,
  device_code: string | undefined,
): Promise<TradeModel> {
  const versions = await listTradeVersions(db, model_code)
  const chosen = versions.find(({ code }) => code === device_code) ?? versions[0]
  if (chosen === undefined) throw contract.tradeModel.refuse('old_device_not_found')
  const { model_name, brand_name, device_kind, base_price } = chosen
  const table = await readTradeTable(db, device_kind)
  const terms = { base_price, ...table }
  return {
    ...{ model_code, model_name, brand_name, device_kind, device_code: chosen.code },
    versions: versions.map((version) => ({
      ...{ device_code: version.code, name: version.name, variant: version.variant },
      ...{ base_price: version.base_price, upgrade_bonus: version.upgrade_bonus },
      grades: table.grades.map(({ grade_code, label, factor }) => ({
        ...{ grade_code, label, price: gradePrice(version.base_price, { factor }) },
      })),
    })),
    questions: table.questions.map(({ question_code, title, hint, position, answers }) => ({
      ...{ question_code, title, hint, position },
      answers: answers.map((answer) => ({
        ...{ answer_code: answer.answer_code, label: answer.label, note: answer.note },
        deduction: deductionAlone(terms, answer),
      })),
    })),
  }
}
