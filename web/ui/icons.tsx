import sprite from './icons.svg'

/** The symbols of icons.svg. */
export type IconName =
  | 'arrow-left-right'
  | 'arrow-right'
  | 'badge-check'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'circle-alert'
  | 'circle-check'
  | 'circle-x'
  | 'clipboard-list'
  | 'clock'
  | 'copy'
  | 'cpu'
  | 'credit-card'
  | 'download'
  | 'heart'
  | 'house'
  | 'image-off'
  | 'info'
  | 'keyboard'
  | 'layout-grid'
  | 'list-filter'
  | 'loader-circle'
  | 'locate-fixed'
  | 'log-out'
  | 'map-pin'
  | 'message-circle'
  | 'mic'
  | 'minus'
  | 'mouse'
  | 'navigation'
  | 'need-battery'
  | 'need-book'
  | 'need-camera'
  | 'need-feather'
  | 'need-film'
  | 'need-gamepad'
  | 'need-headphones'
  | 'need-laptop'
  | 'need-palette'
  | 'need-phone'
  | 'need-quiet'
  | 'need-screen'
  | 'need-storage'
  | 'need-tablet'
  | 'need-tag'
  | 'need-watch'
  | 'need-wind'
  | 'need-zap'
  | 'package-check'
  | 'pause'
  | 'phone'
  | 'play'
  | 'plus'
  | 'pointer'
  | 'printer'
  | 'receipt-text'
  | 'refresh-cw'
  | 'rotate-cw'
  | 'search'
  | 'share'
  | 'shield-check'
  | 'shopping-bag'
  | 'shopping-cart'
  | 'store'
  | 'trash-2'
  | 'truck'
  | 'user'
  | 'vibrate'
  | 'volume-2'
  | 'wrench'
  | 'x'
  | 'zoom-in'

interface IconProps {
  name: IconName
  className?: string
}

/**
 * An icon of icons.svg. All icons are in one cached file, so pages and scripts contain no SVG paths. They are called by
 * name: a component for each of them took 0.5 kB of every page's scripts.
 */
export function Icon({ name, className = '' }: IconProps) {
  return (
    <svg aria-hidden className={className} width="24" height="24">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
