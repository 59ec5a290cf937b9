import { type MouseEvent, type RefObject, useId, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'
import {
  fieldOf,
  useSearchBox,
  useSearchEvents,
  useComboboxAttributes,
  useCloseOnBack,
} from '#storefront/layouts/search/search-box.ts'
import {
  type ChoiceGroup,
  choiceGroups,
  searchUrl,
} from '#storefront/layouts/search/search-choices.ts'
import { ChoiceList } from '#storefront/layouts/search/search-choice-list.tsx'
import { searchHistory } from '#storefront/layouts/search/search-history.ts'
import { useSuggestions } from '#storefront/layouts/search/search-suggestions.ts'

const NONE: readonly string[] = []

interface SearchPanelProps {
  form: RefObject<HTMLFormElement | null>
  field_id: string
}

/**
 * Suggestions below the search field of the header: the search history of this browser and trending
 * searches, or terms, products and articles for the typed words. On a phone it fills the window.
 */
export function SearchPanel({ form, field_id }: SearchPanelProps) {
  const list_id = `${field_id}-${useId()}`
  const navigate = useNavigate()
  const { province } = useShop()
  const box = useSearchBox(form)
  const { isOpen, words, active_key, close } = box
  const history = useSyncExternalStore(searchHistory.subscribe, searchHistory.read, () => NONE)
  const { suggestions, is_waiting } = useSuggestions(words, province.province_id, isOpen)
  const groups = choiceGroups(words, suggestions, history)
  const choices = groups.flatMap((group) => group.choices)
  const keys = choices.map(({ kind, href }) => `${kind} ${href}`)
  const place = active_key === null ? -1 : keys.indexOf(active_key)
  const active = place < 0 ? null : place
  const setActive = (index: number | null) =>
    box.setActiveKey(index === null ? null : (keys[index] ?? null))
  const idOf = (index: number) => `${list_id}-${index}`
  const leave = () => {
    close()
    fieldOf(form)?.blur()
  }
  useSearchEvents(
    form,
    { ...box, active, setActive },
    {
      count: choices.length,
      choose: (index) => document.getElementById(idOf(index))?.click(),
      remove: (index) => {
        const choice = choices[index]
        if (choice?.kind !== 'history') return false
        searchHistory.remove(choice.text)
        return true
      },
      submit: (typed) => {
        leave()
        saveToHistory(typed)
        void navigate(searchUrl(typed))
      },
    },
  )
  useCloseOnBack(isOpen, leave)
  const isEmpty = choices.length === 0 && !is_waiting
  const isBare = choices.length <= (words.trim() === '' ? 0 : 1)
  useComboboxAttributes(form, list_id, isOpen, active === null ? null : idOf(active))
  if (!isOpen) return null
  return (
    <div
      className={`search-panel ${isEmpty ? 'md:hidden' : ''}`}
      // A mouse press keeps the focus in the field. A scrolling finger closes the keyboard.
      onMouseDown={keepFocus}
      onTouchMove={() => fieldOf(form)?.blur()}
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
        if (link.dataset['words']) saveToHistory(link.dataset['words'])
        leave()
      }}
    >
      <button
        type="button"
        aria-label="Đóng tìm kiếm"
        onClick={leave}
        className="absolute top-2.5 left-1 grid size-11 place-items-center rounded-full text-ink md:hidden"
      >
        <Icon name="chevron-left" className="size-6" />
      </button>
      <div className="search-results">
        <ChoiceList
          {...{ groups, words, active, idOf }}
          id={list_id}
          waiting={isBare && is_waiting ? <Waiting has_link={choices.length > 0} /> : null}
        />
        {groups[0]?.name === 'history' ? <HistoryButtons group={groups[0]} /> : null}
        <Status words={words} count={choices.length} is_bare={isBare} is_waiting={is_waiting} />
      </div>
    </div>
  )
}

/** Beside the history, because a listbox may contain only options. */
function HistoryButtons({ group }: { group: ChoiceGroup }) {
  return (
    <div className="absolute top-0 right-0 grid justify-items-end pr-1">
      <button
        type="button"
        onClick={searchHistory.clear}
        className="h-10 rounded-lg px-3 text-sm font-semibold text-accent hover:underline"
      >
        Xóa tất cả
      </button>
      {group.choices.map((choice) =>
        choice.kind === 'history' ? (
          <button
            key={choice.text}
            type="button"
            aria-label={`Xóa “${choice.text}” khỏi lịch sử`}
            onClick={() => searchHistory.remove(choice.text)}
            className="grid size-11 place-items-center rounded-full text-muted hover:text-accent"
          >
            <Icon name="x" className="size-4" />
          </button>
        ) : null,
      )}
    </div>
  )
}

/**
 * Grey rows while the first answer is loading. They take the place of the answer: the link to all results stands below,
 * so the answer does not move it away under a finger.
 */
function Waiting({ has_link }: { has_link: boolean }) {
  const height = has_link ? 'min-h-dvh md:min-h-180' : ''
  return (
    <div aria-hidden className={`grid content-start gap-2.5 p-3 ${height}`}>
      {['w-2/5', 'w-4/5', 'w-3/5', 'w-2/3'].map((width) => (
        <span key={width} className={`skeleton block h-6 ${width}`} />
      ))}
    </div>
  )
}

interface StatusProps {
  words: string
  count: number
  /** Whether there is nothing but the link to all results. */
  is_bare: boolean
  is_waiting: boolean
}

/** What to do where there is no suggestion, and the count of choices for screen readers. */
function Status({ words, count, is_bare, is_waiting }: StatusProps) {
  return (
    <>
      {is_bare && !is_waiting ? (
        <p className="px-3 py-4 text-body text-muted">
          {words.trim() !== ''
            ? 'Chưa có gợi ý cho từ này. Bạn vẫn tìm được trong tất cả sản phẩm.'
            : 'Nhập tên sản phẩm, thương hiệu hoặc nhu cầu của bạn.'}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {is_waiting || is_bare ? '' : `Có ${count} gợi ý`}
      </p>
    </>
  )
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function saveToHistory(words: string): void {
  const plain = words.trim().replace(/\s+/g, ' ')
  if (plain !== '') searchHistory.add(plain)
}
