interface PopupWordsProps {
  /** The id of the title. */
  heading?: string
  /** A bar separates two lines. */
  title: string
  sentence: string
  button: string
}

/** The words of a popup over the upper third of its picture. Shoppers see them as staff do. */
export function PopupWords({ heading, title, sentence, button }: PopupWordsProps) {
  return (
    <span className="absolute inset-x-[7%] top-[7.5%] flex flex-col items-center gap-1.5">
      <strong id={heading} className="text-2xl leading-tight font-extrabold max-[359px]:text-xl">
        {title.split(' | ').map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </strong>
      {sentence === '' ? null : <span className="text-body text-pretty">{sentence}</span>}
      <span className="mt-1 rounded-full bg-accent px-5 py-2.5 font-bold text-white">{button}</span>
    </span>
  )
}
