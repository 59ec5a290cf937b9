import { type ChangeEvent, useState, useSyncExternalStore } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { cardPicturesUrl, memberCardsUrl } from '#storefront/addresses/member-links.ts'
import { MemberCard } from '#storefront/commerce/member/member-frame.tsx'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { kind_texts } from '#storefront/pages/smember/cards/card-texts.ts'
import type { CardSide, OwnCard } from '#contracts/storefront/cards.ts'
import { shrinkPicture } from '#web/runtime/shrink-picture.ts'
import { form_limit_ms } from '#web/runtime/time-limit.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

/** Without HEIC, so that iPhones send JPEG. */
const accept = 'image/jpeg,image/png,image/webp,image/avif'
const all_sides: readonly CardSide[] = ['front', 'back']
const never = () => () => undefined

/**
 * The pictures of a request. With scripts each is made smaller and sent when it is chosen, and a button sends the
 * request; without, one button sends all of it.
 */
export function CardPictures({ card, problem }: { card: OwnCard; problem: string | null }) {
  const { card_id, kind, sides, needed } = card
  const { sending, problem: refused, send } = useUpload(card_id)
  const is_busy = useNavigation().state !== 'idle'
  const is_hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const is_whole = needed.every((side) => sides.includes(side))
  const shown = refused ?? problem
  return (
    <MemberCard>
      <h2 className="text-xl">{kind_texts[kind].name}: gửi ảnh</h2>
      <p className="mt-2 text-muted">
        Chụp rõ nét, đủ bốn góc, đọc được chữ. Mỗi ảnh tối đa 10 MB, dạng JPEG, PNG, WebP hoặc AVIF.
      </p>
      <form
        method="post"
        action={cardPicturesUrl(card_id)}
        encType="multipart/form-data"
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        {all_sides.map((side) => (
          <SideField
            key={side}
            label={kind_texts[kind].sides[side]}
            side={side}
            is_here={sides.includes(side)}
            is_sending={sending === side}
            send={send}
          />
        ))}
        {!is_hydrated && (
          <button
            type="submit"
            className={buttonClass('primary', 'hidden w-fit noscript:inline-flex sm:col-span-2')}
          >
            Gửi ảnh, chờ duyệt
          </button>
        )}
      </form>
      {shown !== null && (
        <p role="alert" className="mt-3 font-semibold wrap-anywhere text-sale">
          {shown}
        </p>
      )}
      <p role="status" className="sr-only">
        {sending === null ? '' : 'Đang gửi ảnh'}
      </p>
      <Form
        method="post"
        action={memberCardsUrl()}
        className="mt-4 flex flex-row-reverse flex-wrap gap-3 *:max-sm:flex-1"
      >
        <input type="hidden" name="card_id" value={card_id} />
        {(is_hydrated || is_whole) && (
          <button
            type="submit"
            name="intent"
            value="send"
            disabled={is_busy || sending !== null || !is_whole}
            className={buttonClass('primary')}
          >
            Gửi, chờ duyệt
          </button>
        )}
        <button
          type="submit"
          name="intent"
          value="withdraw"
          disabled={is_busy}
          className={buttonClass('outline')}
        >
          Thôi, xóa yêu cầu này
        </button>
      </Form>
    </MemberCard>
  )
}

interface SideProps {
  label: string
  side: CardSide
  is_here: boolean
  is_sending: boolean
  send: (side: CardSide, file: File) => void
}

function SideField({ label, side, is_here, is_sending, send }: SideProps) {
  const sendChosen = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? []
    if (file === undefined) return
    input.value = ''
    send(side, file)
  }
  return (
    <label className="grid content-start gap-2 rounded-2xl border border-dashed border-muted/70 p-4">
      <span className="flex items-center justify-between gap-2 font-semibold">
        {label}
        {is_here && !is_sending && (
          <span className="flex items-center gap-1 text-sm text-success">
            <Icon name="circle-check" className="size-5" />
            Đã nhận
          </span>
        )}
        {is_sending && <span className="text-sm font-normal text-muted">Đang gửi…</span>}
      </span>
      <input
        type="file"
        name={side}
        accept={accept}
        onChange={sendChosen}
        className="min-h-11 w-full min-w-0 rounded-xl border border-line bg-white p-2 text-sm"
      />
      {is_here && <span className="text-sm text-muted">Chọn ảnh khác để thay.</span>}
    </label>
  )
}

/** Sends the picture of one side at a time. */
function useUpload(card_id: number) {
  const { revalidate } = useRevalidator()
  const [sending, setSending] = useState<CardSide | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (side: CardSide, file: File) => {
    setProblem(null)
    setSending(side)
    const refused = await upload(cardPicturesUrl(card_id), side, file)
    setProblem(refused)
    if (refused === null) await revalidate()
    setSending(null)
  }
  return { sending, problem, send: (side: CardSide, file: File) => void send(side, file) }
}

/** Returns why a picture was not taken, or null. */
async function upload(path: string, side: CardSide, file: File): Promise<string | null> {
  const body = new FormData()
  body.set(side, await shrinkPicture(file))
  try {
    const response = await fetch(path, {
      ...{ method: 'POST', body, headers: { accept: 'application/json' } },
      signal: AbortSignal.timeout(form_limit_ms),
    })
    const answer = (await response.json()) as { problem: string | null; data: unknown }
    return answer.problem === null ? null : pictureProblemText(answer.problem, answer.data)
  } catch {
    return `Chưa gửi được “${file.name}”. Kiểm tra mạng rồi gửi lại.`
  }
}
