import type { ReactNode } from 'react'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { formatDong, percentOff } from '#pure/money.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { Choice, ChoiceGroup } from '#storefront/layouts/search/search-choices.ts'
import { markMatches } from '#storefront/layouts/search/search-marks.ts'

interface ChoiceListProps {
  id: string
  groups: readonly ChoiceGroup[]
  words: string
  active: number | null
  idOf: (index: number) => string
  /** What stands in the place of the answer until it has come: before the link to all results. */
  waiting: ReactNode
}

/** The choices in their groups with continuous numbers: one list for arrow keys and screen readers. */
export function ChoiceList({ id, groups, words, active, idOf, waiting }: ChoiceListProps) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, group) => sum + group.choices.length, 0),
  )
  return (
    <div id={id} role="listbox" aria-label="Gợi ý tìm kiếm">
      {waiting}
      {groups.map((group, position) => (
        <div
          // Drawn anew at another place, and with the answer: below the grey rows it was out of sight. So nothing
          // moves.
          key={`${group.name} ${starts[position]} ${waiting === null}`}
          role="group"
          aria-labelledby={group.title === null ? undefined : `${id}-${group.name}`}
          aria-label={group.title === null ? 'Tất cả kết quả' : undefined}
        >
          {group.title === null ? null : (
            <p
              id={`${id}-${group.name}`}
              role="presentation"
              className="flex h-10 items-center px-3 text-note font-bold text-muted"
            >
              {group.title}
            </p>
          )}
          <div
            role="presentation"
            className={group.name === 'trending' ? 'flex flex-wrap gap-2 px-3 pt-1 pb-3' : 'pb-1'}
          >
            {group.choices.map((choice, index) => (
              <ChoiceLink
                // By place and address: a press that lasts while an answer comes never opens what took the place.
                key={`${index} ${choice.kind} ${choice.href}`}
                id={idOf((starts[position] ?? 0) + index)}
                choice={choice}
                words={words}
                isActive={(starts[position] ?? 0) + index === active}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

interface ChoiceLinkProps {
  id: string
  choice: Choice
  words: string
  isActive: boolean
}

function ChoiceLink({ id, choice, words, isActive }: ChoiceLinkProps) {
  const isWord = choice.kind === 'term' || choice.kind === 'history' || choice.kind === 'all'
  return (
    <a
      id={id}
      href={choice.href}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      data-words={isWord || choice.kind === 'trending' ? choice.text : undefined}
      className={choice.kind === 'trending' ? 'search-chip' : 'search-choice'}
    >
      <ChoiceContent choice={choice} words={words} />
    </a>
  )
}

function ChoiceContent({ choice, words }: { choice: Choice; words: string }): ReactNode {
  if (choice.kind === 'trending') return choice.text
  if (choice.kind === 'product') return <ProductContent card={choice.card} words={words} />
  if (choice.kind === 'all') {
    return (
      <span className="flex min-h-11 items-center gap-1.5 py-1.5 text-body font-semibold text-accent">
        <span className="line-clamp-2">Xem tất cả kết quả cho “{choice.text}”</span>
        <Icon name="arrow-right" className="size-4 shrink-0" />
      </span>
    )
  }
  return (
    <span
      className={`flex min-h-11 items-center gap-3 text-body ${choice.kind === 'history' ? 'pr-10' : ''}`}
    >
      <ChoiceIcon choice={choice} />
      <span className="line-clamp-2 min-w-0 leading-snug">
        {choice.kind === 'category' ? <span className="text-muted">Danh mục </span> : null}
        <Marked text={choice.text} words={choice.kind === 'history' ? '' : words} />
      </span>
    </span>
  )
}

function ChoiceIcon({ choice }: { choice: Choice }): ReactNode {
  if (choice.kind === 'history')
    return <Icon name="clock" className="size-4.5 shrink-0 text-muted" />
  if (choice.kind === 'post' && choice.image) {
    return (
      <Photo
        picture={choice.image}
        alt=""
        sizes="84px"
        className="my-1.5 h-12 w-21 shrink-0 rounded-lg object-cover"
      />
    )
  }
  if (choice.kind === 'category' && choice.image !== null) {
    return (
      <Photo
        picture={{ src: choice.image, alt: '', width: 240, height: 240 }}
        sizes="32px"
        className="size-8 shrink-0 mix-blend-multiply"
      />
    )
  }
  return <Icon name="search" className="size-4.5 shrink-0 text-muted" />
}

function ProductContent({ card, words }: { card: ProductCard; words: string }) {
  const { name, price, special_price, thumbnail } = card
  const now = special_price ?? price
  const off = price === null || now === null ? 0 : percentOff(price, now)
  return (
    <span className="flex items-center gap-3 py-1.5">
      {thumbnail ? (
        <Photo
          picture={thumbnail}
          alt=""
          sizes="56px"
          className="size-14 shrink-0 rounded-lg bg-white"
        />
      ) : (
        <span className="size-14 shrink-0 rounded-lg bg-mist" />
      )}
      <span className="min-w-0">
        <span className="line-clamp-1 text-body font-semibold">
          <Marked text={name.split(' | ')[0] ?? name} words={words} />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="text-body font-bold text-sale">
            {now === null ? 'Giá liên hệ' : formatDong(now)}
          </span>
          {price !== null && off > 0 ? (
            <>
              <del className="text-note text-muted">
                <span className="sr-only">Giá niêm yết </span>
                {formatDong(price)}
              </del>
              <span className="text-note font-semibold text-sale">{`-${off}%`}</span>
            </>
          ) : null}
          {card.is_in_stock ? null : (
            <span className="text-note font-semibold text-muted">Tạm hết hàng</span>
          )}
        </span>
      </span>
    </span>
  )
}

/** A text with the typed words marked. */
function Marked({ text, words }: { text: string; words: string }) {
  if (words.trim() === '') return text
  return markMatches(text, words).map((part, index) =>
    part.is_match ? (
      <mark key={index} className="bg-transparent font-extrabold text-accent">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
