import { chainCommands, setBlockType, splitBlockAs } from 'prosemirror-commands'
import type { Attrs, Node, NodeType } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { article_schema } from '#admin/pages/content/articles/one/editor/article-schema.ts'

const { paragraph, item, question, answer, row, cell, picture, products, video } =
  article_schema.nodes

/** The block of the document in which the selection begins, and its place. */
function blockAt({ selection: { $from }, doc }: EditorState) {
  const index = $from.index(0)
  return {
    index,
    block: doc.maybeChild(index),
    before: $from.depth > 0 ? $from.before(1) : $from.pos,
  }
}

export function blockNameAt(state: EditorState): { name: string; attrs: Attrs } {
  const { block } = blockAt(state)
  return { name: block?.type.name ?? 'paragraph', attrs: block?.attrs ?? {} }
}

/** Makes the chosen blocks of one kind; if they are already, paragraphs. */
export function toggleBlock(type: NodeType, attrs: Attrs): Command {
  return (state, dispatch) => {
    const { block } = blockAt(state)
    const is_on = block !== null && block.hasMarkup(type, { ...defaultsOf(type), ...attrs })
    return setBlockType(is_on ? paragraph : type, is_on ? null : attrs)(state, dispatch)
  }
}

function defaultsOf(type: NodeType): Attrs {
  return type.create().attrs
}

/** Puts blocks below the one where the cursor is, or in its place if it is empty, and the cursor into the first. */
function insertBlocks(...blocks: Node[]): Command {
  return (state, dispatch) => {
    if (dispatch === undefined) return true
    const { block, before } = blockAt(state)
    const { tr } = state
    const is_empty = block?.type === paragraph && block.content.size === 0
    // A table is not parted.
    const [last] = block?.type === row ? rowsOfTable(state) : []
    const end =
      last === undefined ? before + (block?.nodeSize ?? 0) : last.before + last.node.nodeSize
    const at = is_empty ? before : end
    const added = end >= state.doc.content.size ? [...blocks, paragraph.create()] : blocks
    tr.replaceWith(at, end, added)
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView())
    return true
  }
}

export const insertPicture = (src: string) => insertBlocks(picture.create({ src }))
export const insertProducts = (is_table: boolean) => insertBlocks(products.create({ is_table }))
export const insertFaq = insertBlocks(question.create(), answer.create())
export const insertVideo = insertBlocks(video.create())

const cells = (count: number): Node[] => Array.from({ length: count }, () => cell.create())
const new_columns = 3
export const insertTable = insertBlocks(
  row.create({ is_head: true }, cells(new_columns)),
  ...[1, 2].map(() => row.create(null, cells(new_columns))),
)

/** The row and the cell where the cursor is; null: it is in no table. */
function cellAt({ selection: { $from } }: EditorState) {
  if ($from.depth < 2 || $from.node(1).type !== row) return null
  return {
    row: $from.node(1),
    before: $from.before(1),
    after: $from.after(1),
    column: $from.index(1),
  }
}

export function isInTable(state: EditorState): boolean {
  return cellAt(state) !== null
}

export const addRow: Command = (state, dispatch) => {
  const at = cellAt(state)
  if (at === null) return false
  if (dispatch) {
    const tr = state.tr.insert(at.after, row.create(null, cells(at.row.childCount)))
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at.after + 2))).scrollIntoView())
  }
  return true
}

export const removeRow: Command = (state, dispatch) => {
  const at = cellAt(state)
  if (at === null) return false
  if (dispatch) {
    const is_only = state.doc.childCount === 1
    const { tr } = state
    if (is_only) tr.replaceWith(at.before, at.after, paragraph.create())
    else tr.delete(at.before, at.after)
    dispatch(tr.scrollIntoView())
  }
  return true
}

/**
 * The rows of the table in which the cursor is, with their places, last first: changing one moves none of the others.
 */
function rowsOfTable(state: EditorState): { node: Node; before: number }[] {
  const { index } = blockAt(state)
  const { doc } = state
  let [first, last] = [index, index]
  while (doc.maybeChild(first - 1)?.type === row && doc.child(first).attrs['is_head'] !== true)
    first -= 1
  while (doc.maybeChild(last + 1)?.type === row && doc.child(last + 1).attrs['is_head'] !== true)
    last += 1
  const rows: { node: Node; before: number }[] = []
  doc.forEach((node, before, n) => {
    if (n >= first && n <= last) rows.unshift({ node, before })
  })
  return rows
}

export const addColumn: Command = (state, dispatch) => {
  const at = cellAt(state)
  if (at === null) return false
  if (dispatch) {
    const { tr } = state
    for (const { node, before } of rowsOfTable(state)) {
      tr.insert(placeOf(node, before, at.column + 1), cell.create())
    }
    dispatch(tr)
  }
  return true
}

export const removeColumn: Command = (state, dispatch) => {
  const at = cellAt(state)
  if (at === null || at.row.childCount === 1) return false
  if (dispatch) {
    const { tr } = state
    for (const { node, before } of rowsOfTable(state)) {
      if (node.childCount === 1 || at.column >= node.childCount) continue
      tr.delete(placeOf(node, before, at.column), placeOf(node, before, at.column + 1))
    }
    dispatch(tr)
  }
  return true
}

/** Where the cell of a column begins; after the last one: where the row ends. */
function placeOf(node: Node, before: number, column: number): number {
  let place = before + 1
  for (let n = 0; n < Math.min(column, node.childCount); n += 1) place += node.child(n).nodeSize
  return place
}

/** Goes to the next cell or the one before. After the last one nothing happens here: the key leaves the editor. */
export function goToCell(step: 1 | -1): Command {
  return (state, dispatch) => {
    const at = cellAt(state)
    if (at === null) return false
    const { $from } = state.selection
    const edge = step === 1 ? $from.after(2) : $from.before(2)
    const { doc } = state
    const found = Selection.findFrom(doc.resolve(edge), step, true)
    if (found === null || found.$from.node(1)?.type !== row) return false
    dispatch?.(state.tr.setSelection(found).scrollIntoView())
    return true
  }
}

/** Enter in a block that is empty ends its list, quotation or FAQ. */
const endKind: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  if (!empty || parent.content.size > 0 || parent.type === paragraph || $from.depth !== 1)
    return false
  return setBlockType(paragraph)(state, dispatch)
}

/** Enter goes on with the same kind in lists, quotations and answers; after a question comes its answer. */
const goOn = splitBlockAs((node) => {
  if (node.type === question) return { type: answer }
  const goes_on = node.type === item || node.type === answer || node.type.name === 'quotation'
  return goes_on ? { type: node.type, attrs: node.attrs } : null
})

/** Enter in the words of a picture, in products or a film goes on below; in a cell to the next one. */
const leaveBlock: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (cellAt(state) !== null) return chainCommands(goToCell(1), addRow)(state, dispatch)
  if (![picture, products, video].some((type) => type === $from.parent.type)) return false
  if (dispatch) {
    const at = $from.after(1)
    const tr = state.tr.insert(at, paragraph.create())
    dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
  }
  return true
}

export const enter = chainCommands(leaveBlock, endKind, goOn)

/** Backspace at the beginning of a block makes it a paragraph; a picture without words goes. */
export const backspace: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0 || $from.depth !== 1) return false
  const { parent } = $from
  if (parent.type === paragraph) return false
  if (parent.type === picture) {
    if (parent.content.size > 0) return false
    dispatch?.(state.tr.replaceWith($from.before(1), $from.after(1), paragraph.create()))
    return true
  }
  return setBlockType(paragraph)(state, dispatch)
}

/** Links what is chosen, or the word that is written for it; an empty address takes the link away. */
export function setLink(href: string): Command {
  const { link } = article_schema.marks
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    if (empty && href === '') return false
    if (dispatch) {
      const { tr } = state
      if (href === '') tr.removeMark(from, to, link)
      else if (empty) tr.insert(from, article_schema.text(href, [link.create({ href })]))
      else tr.removeMark(from, to, link).addMark(from, to, link.create({ href }))
      dispatch(tr)
    }
    return true
  }
}
