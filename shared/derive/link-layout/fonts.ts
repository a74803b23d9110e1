/** Family of the Chinese font that Lanescope brings along; the page where a drawing stands says where its files are. */
export const hanFamily = 'Lanescope Han'

/** Fonts of the computer for Western text, then the same Chinese font everywhere, then Chinese fonts of the computer. */
export const uiFont = `'Segoe UI', -apple-system, 'Noto Sans', 'Liberation Sans', '${hanFamily}', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', system-ui, sans-serif`
/** Chinese fonts of the computer are proportional and would take the Western letters too: none stands before the generic name. */
export const monoFont = `'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', 'Liberation Mono', '${hanFamily}', monospace`
