import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands'
import { history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { DOMParser, type Node } from 'prosemirror-model'
import { type Command, EditorState, Selection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import {
  addColumn,
  addRow,
  backspace,
  blockNameAt,
  enter,
  goToCell,
  insertFaq,
  insertPicture,
  insertProducts,
  insertTable,
  insertVideo,
  isInTable,
  removeColumn,
  removeRow,
  setLink,
  toggleBlock,
} from '#admin/pages/content/articles/one/editor/article-commands.ts'
import { articleHtml } from '#admin/pages/content/articles/one/editor/article-html.ts'
import { article_schema } from '#admin/pages/content/articles/one/editor/article-schema.ts'

const { nodes, marks } = article_schema

/** What the toolbar can do. */
const commands = {
  undo,
  redo,
  strong: toggleMark(marks.strong),
  em: toggleMark(marks.em),
  heading2: toggleBlock(nodes.heading, { level: 2 }),
  heading3: toggleBlock(nodes.heading, { level: 3 }),
  heading4: toggleBlock(nodes.heading, { level: 4 }),
  bullet: toggleBlock(nodes.item, { is_numbered: false }),
  number: toggleBlock(nodes.item, { is_numbered: true }),
  quotation: toggleBlock(nodes.quotation, {}),
  table: insertTable,
  products: insertProducts(false),
  prices: insertProducts(true),
  faq: insertFaq,
  video: insertVideo,
  add_row: addRow,
  remove_row: removeRow,
  add_column: addColumn,
  remove_column: removeColumn,
} satisfies Record<string, Command>

export type CommandName = keyof typeof commands

/** What the toolbar shows about the place of the cursor. */
export interface EditorStatus {
  pressed: ReadonlySet<CommandName>
  is_in_table: boolean
  can_undo: boolean
  can_redo: boolean
  /** The address of the link at the cursor; empty: none. */
  href: string
}

export interface Editor {
  run: (name: CommandName) => void
  link: (href: string) => void
  insertPicture: (src: string) => void
  focus: () => void
  close: () => void
}

interface Listeners {
  onStatus: (status: EditorStatus) => void
  /** The key for a link was pressed. */
  onLink: () => void
}

/** Opens the editor at a place of the page. It reads the field, and writes into it whatever is changed. */
export function openEditor(
  place: HTMLElement,
  area: HTMLTextAreaElement,
  { onStatus, onLink }: Listeners,
): Editor {
  const stateFor = (html: string) => {
    const doc = docOf(html)
    return EditorState.create({ doc, selection: Selection.atEnd(doc), plugins: pluginsOf(onLink) })
  }
  let is_writing = false
  const view = new EditorView(place, {
    state: stateFor(area.value),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': 'body-label',
      'aria-describedby': 'editor-help',
    },
    nodeViews: { picture: pictureView },
    transformPastedHTML: withoutInnerParagraphs,
    dispatchTransaction: (transaction: Transaction) => {
      view.updateState(view.state.apply(transaction))
      onStatus(statusOf(view.state))
      if (!transaction.docChanged) return
      is_writing = true
      area.value = articleHtml(view.state.doc)
      // The guard of unsaved forms and the draft of the browser listen.
      area.dispatchEvent(new Event('input', { bubbles: true }))
      is_writing = false
    },
  })
  /** What somebody has typed before comes back into the field. */
  const readAgain = () => {
    if (is_writing) return
    view.updateState(stateFor(area.value))
    onStatus(statusOf(view.state))
  }
  area.addEventListener('input', readAgain)
  onStatus(statusOf(view.state))
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return {
    run: (name) => run(commands[name]),
    link: (href) => run(setLink(href)),
    insertPicture: (src) => run(insertPicture(src)),
    focus: () => view.focus(),
    close: () => {
      area.removeEventListener('input', readAgain)
      view.destroy()
    },
  }
}

function docOf(html: string): Node {
  const parsed = new window.DOMParser().parseFromString(html, 'text/html')
  return DOMParser.fromSchema(article_schema).parse(parsed.body)
}

function pluginsOf(onLink: () => void) {
  const openLink: Command = () => {
    onLink()
    return true
  }
  const keys: Record<string, Command> = {
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': commands.strong,
    'Mod-i': commands.em,
    'Mod-k': openLink,
    'Mod-Alt-2': commands.heading2,
    'Mod-Alt-3': commands.heading3,
    'Mod-Alt-4': commands.heading4,
    'Shift-Mod-8': commands.bullet,
    'Shift-Mod-7': commands.number,
    Tab: goToCell(1),
    'Shift-Tab': goToCell(-1),
  }
  return [
    history(),
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, signs = '##']) => ({
          level: signs.length,
        })),
        textblockTypeInputRule(/^[-*]\s$/, nodes.item),
        textblockTypeInputRule(/^1\.\s$/, nodes.item, { is_numbered: true }),
        textblockTypeInputRule(/^>\s$/, nodes.quotation),
      ],
    }),
    keymap(keys),
    keymap({ Enter: enter, Backspace: backspace }),
    keymap({ ...baseKeymap, Enter: chainCommands(baseKeymap['Enter'] ?? enter) }),
  ]
}

function statusOf(state: EditorState): EditorStatus {
  const { name, attrs } = blockNameAt(state)
  const pressed = new Set<CommandName>()
  if (hasMark(state, 'strong')) pressed.add('strong')
  if (hasMark(state, 'em')) pressed.add('em')
  if (name === 'heading') pressed.add(`heading${String(attrs['level'])}` as CommandName)
  if (name === 'item') pressed.add(attrs['is_numbered'] === true ? 'number' : 'bullet')
  if (name === 'quotation') pressed.add('quotation')
  const link = state.selection.$from.marks().find(({ type }) => type === marks.link)
  return {
    pressed,
    is_in_table: isInTable(state),
    can_undo: undoDepth(state) > 0,
    can_redo: redoDepth(state) > 0,
    href: link === undefined ? '' : String(link.attrs['href']),
  }
}

function hasMark({ selection, storedMarks, doc }: EditorState, name: 'strong' | 'em'): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return marks[name].isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, marks[name])
}

/** A picture with its words below, which are written there. */
function pictureView({ attrs }: Node) {
  const dom = document.createElement('figure')
  dom.className = 'picture'
  const image = document.createElement('img')
  image.src = String(attrs['src'])
  image.alt = ''
  image.contentEditable = 'false'
  const contentDOM = document.createElement('figcaption')
  dom.append(image, contentDOM)
  return { dom, contentDOM }
}

/** Word processors put paragraphs into list items and cells, which hold text here. */
function withoutInnerParagraphs(html: string): string {
  return html
    .replace(/(<(?:li|td|th|blockquote)\b[^>]*>)\s*<p\b[^>]*>/gi, '$1')
    .replace(/<\/p>\s*(<\/(?:li|td|th|blockquote)>)/gi, '$1')
}
